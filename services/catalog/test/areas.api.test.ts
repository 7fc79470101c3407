import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { anOrder, aUser } from './users.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const area = (search: string, state?: string) => catalog.as().findArea({ search, ...(state && { state }) });

const codesOf = ({ zipCodes }: { zipCodes: { zipCode: string }[] }) => zipCodes.map(({ zipCode }) => zipCode);

describe('a search of the catalog', () => {
  it('takes a state after a city, by code or name', async () => {
    row('beyond/zip-areas');
    const { total, zipCodes } = await area('Austin, TX');
    expect(total).toBeGreaterThan(70);
    expect(zipCodes.every(({ city, state }) => city.includes('Austin') && state === 'TX')).toBe(true);
    expect((await area('austin, texas')).total).toBe(total);
    expect((await area('Austin, TX', 'CA')).total).toBe(0);
  });

  it('finds a county, also by the word of another state', async () => {
    const { zipCodes, total } = await area('Travis County', 'TX');
    expect(zipCodes.length).toBe(total);
    expect(codesOf({ zipCodes })).toContain('78701');
    const parish = await area('Orleans Parish', 'LA');
    expect(codesOf(parish)).toContain('70112');
    expect((await area('orleans county', 'LA')).total).toBe(parish.total);
    expect((await area('%% County')).total).toBe(0);
  });

  it('finds counties that are named as cities are', async () => {
    expect(codesOf(await area('Baltimore City', 'MD'))).toContain('21230');
    const washington = await area('District of Columbia');
    expect(codesOf(washington)).toContain('20001');
    expect((await area('Washington, DC')).total).toBeGreaterThan(100);
  });

  it('names the counties of what it finds, with all their ZIPs', async () => {
    const { counties } = await area('78701');
    expect(counties).toEqual([{ name: 'Travis County', zips: (await area('Travis County', 'TX')).total }]);
    expect((await area('Orange', 'CA')).counties.map(({ name }) => name)).toContain('Orange County');
  });

  it('finds what lies within miles of a ZIP or a city', async () => {
    const { circle, zipCodes } = await area('within 3 miles of 78701');
    expect(circle).toMatchObject({ miles: 3 });
    expect(circle?.latitude).toBeCloseTo(30.27, 1);
    // 78705 lies two miles north of 78701, 78759 ten.
    expect(codesOf({ zipCodes })).toEqual(expect.arrayContaining(['78701', '78705']));
    expect(codesOf({ zipCodes })).not.toContain('78759');
    const wide = await area('Within 15 Miles of 78701');
    expect(codesOf(wide)).toEqual(expect.arrayContaining([...codesOf({ zipCodes }), '78759']));
    expect((await area('within 15 miles of Austin', 'TX')).total).toBeGreaterThan(60);
  });

  it('reaches into other states unless one is chosen', async () => {
    const all = await area('within 10 miles of 64105');
    expect(new Set(all.zipCodes.map(({ state }) => state))).toEqual(new Set(['MO', 'KS']));
    const chosen = await area('within 10 miles of 64105', 'KS');
    expect(new Set(chosen.zipCodes.map(({ state }) => state))).toEqual(new Set(['KS']));
  });

  it('finds nothing around a place that it does not know', async () => {
    for (const search of ['within 10 miles of 00000', 'within 10 miles of Atlantis, TX']) {
      expect(await area(search)).toEqual({ total: 0, zipCodes: [], counties: [], circle: null });
    }
  });

  it('agrees with the list, and says what the user can order', async () => {
    const viewer = aUser({ industry: 'Mortgages' });
    await catalog.billing.holdZips(anOrder(aUser({ industry: 'Mortgages' }), ['78702']));
    const search = 'within 5 miles of 78701';
    const found = await catalog.as(viewer).findArea({ search, state: 'TX' });
    const listed = await catalog.as(viewer).listZips({ search, state: 'TX', limit: 100 });
    expect(codesOf(listed)).toEqual(codesOf(found));
    expect(listed.total).toBe(found.total);
    expect(found.zipCodes.find(({ zipCode }) => zipCode === '78702')?.standing).toBe('taken');
    expect(found.zipCodes.find(({ zipCode }) => zipCode === '78701')?.standing).toBe('free');
  });

  it('names the first thousand of more', async () => {
    const { total, zipCodes } = await area('9');
    expect(total).toBeGreaterThan(1_000);
    expect(zipCodes).toHaveLength(1_000);
  });
});

describe('the spelling of a place', () => {
  it.each([
    ['St. Louis, MO', 'Saint Louis, MO'],
    ['st paul', 'Saint Paul'],
    ['Ft. Worth', 'Fort Worth'],
    ['Mt Pleasant', 'Mount Pleasant'],
    ['St.Marys', 'Saint Marys'],
    ['Ste. Genevieve', 'Sainte Genevieve'],
    ['Cañon City', 'Canon City'],
    ['Coeur d’Alene', "Coeur d'Alene"],
    ["O'Fallon", 'O Fallon'],
    ['winston salem', 'Winston-Salem'],
    ['Saint Louis County, MO', 'St. Louis County, MO'],
    ['Dona Ana County', 'Doña Ana County'],
    ['within 10 miles of St. Louis, MO', 'within 10 miles of Saint Louis, MO'],
  ])('finds for %j the same as for %j', async (typed, written) => {
    const [found, same] = await Promise.all([area(typed), area(written)]);
    expect(found.total).toBeGreaterThan(0);
    expect(codesOf(found)).toEqual(codesOf(same));
    const listed = await catalog.as().listZips({ search: typed, limit: 100 });
    expect(listed.total).toBe(found.total);
  });

  it('takes a short last word for the beginning of a longer one', async () => {
    expect(codesOf(await area('Fort St', 'TX'))).toContain('79735');
  });

  it('names a county by the start of its name', async () => {
    const named = (await area('saint tam', 'LA')).counties.map(({ name }) => name);
    expect(named).toEqual(['St. Tammany Parish']);
  });

  it('finds nothing for a text without letters and digits', async () => {
    for (const search of ['...', '%', "'’-", 'within 5 miles of ---', '%% County']) {
      expect((await area(search)).total).toBe(0);
    }
  });
});
