import { describe, expect, it } from 'vitest';
import { readSearch } from './search.ts';

describe('a search of the catalog', () => {
  it.each([
    ['787', { kind: 'code', start: '787' }],
    [' 78701 ', { kind: 'code', start: '78701' }],
    ['Austin', { kind: 'city', part: 'Austin' }],
    ['Austin, TX', { kind: 'city', part: 'Austin', state: 'TX' }],
    ['austin,texas', { kind: 'city', part: 'austin', state: 'TX' }],
    ['Washington, D.C.', { kind: 'city', part: 'Washington', state: 'DC' }],
    ['Winston-Salem, North Carolina', { kind: 'city', part: 'Winston-Salem', state: 'NC' }],
    ['Travis County', { kind: 'county', name: 'Travis' }],
    ['travis county, tx', { kind: 'county', name: 'travis', state: 'TX' }],
    ['St. Tammany Parish', { kind: 'county', name: 'St. Tammany' }],
    ['within 10 miles of 78701', { kind: 'near', miles: 10, of: '78701' }],
    ['Within 5 miles of Austin, TX', { kind: 'near', miles: 5, of: 'Austin', state: 'TX' }],
    ['25mi 78701', { kind: 'near', miles: 25, of: '78701' }],
  ])('reads %j', (text, search) => {
    expect(readSearch(text)).toEqual(search);
  });

  it.each(['Coeur d’Alene', 'Boston, the city', 'County', '10 miles', '100 Mile House', 'Ten Mile'])(
    'takes %j as part of a city',
    text => expect(readSearch(text)).toEqual({ kind: 'city', part: text }),
  );
});
