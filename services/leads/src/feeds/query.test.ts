import { describe, expect, it } from 'vitest';
import { FeedError } from './feed-error.ts';
import { parseMetadata } from './metadata.ts';
import type { Page } from './odata-client.ts';
import { allKeys, ask, rowsByKey, type Service } from './query.ts';

const refusal = (status: number) => new FeedError('refused', 'No', { status });

/** A server that answers by a function of the decoded path. */
function serviceOf(reply: (path: string) => Page, changes: Partial<Service> = {}) {
  const asked: string[] = [];
  const service: Service = {
    page: async address => {
      const path = decodeURIComponent(address);
      asked.push(path);
      return reply(path);
    },
    metadata: parseMetadata(
      '<Edmx><EntityType Name="Member"><Property Name="MemberKey"/></EntityType></Edmx>',
    ),
    originatingSystem: null,
    top: 1_000,
    hasIn: true,
    ...changes,
  };
  return { service, asked };
}

const noRows: Page = { rows: [], nextLink: undefined };
async function drain<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

describe('a query', () => {
  it('asks for fewer rows if the server refuses their number', async () => {
    const { service, asked } = serviceOf(path => {
      if (path.includes('$top=1000')) throw refusal(400);
      return noRows;
    });
    await ask(service, 'Office', { filter: ['a eq 1'] });
    await ask(service, 'Office', { filter: ['a eq 2'] });
    expect(asked.map(path => /top=(\d+)/.exec(path)?.[1])).toEqual(['1000', '200', '200']);
  });

  it('keeps their number if it was not the reason', async () => {
    const { service } = serviceOf(() => {
      throw refusal(400);
    });
    await expect(ask(service, 'Office', { filter: [] })).rejects.toThrow('No');
    expect(service.top).toBe(1_000);
  });

  it('names keys by `or` where `in` is unknown', async () => {
    const { service, asked } = serviceOf(
      path => {
        if (path.includes(' in (')) throw refusal(501);
        return noRows;
      },
      { originatingSystem: "O'Brien" },
    );
    const groups = await drain(rowsByKey(service, 'Member', ['1', '2', '3', '4', '5', "6'"]));
    expect(groups.map(({ keys }) => keys.length)).toEqual([5, 1]);
    expect(asked.at(-1)).toBe(
      "Member?$filter=OriginatingSystemName eq 'O''Brien' and (MemberKey eq '6''')&$select=MemberKey&$top=1000",
    );
  });
});

describe('the list of all keys', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ ListingKey: `K${n}` }));

  it('follows the links of the server', async () => {
    const { service } = serviceOf(path =>
      path === 'more' ? { rows: rows(3), nextLink: undefined } : { rows: rows(2), nextLink: 'more' },
    );
    expect((await drain(allKeys(service, []))).flat()).toHaveLength(5);
  });

  it('is asked again where a number of rows ends it', async () => {
    const { service } = serviceOf(
      path =>
        path.includes('$top')
          ? { rows: rows(2), nextLink: undefined }
          : { rows: rows(7), nextLink: undefined },
      { top: 2 },
    );
    expect((await drain(allKeys(service, []))).flat()).toHaveLength(7);
  });
});

it('a link that leads to itself ends the list', async () => {
  const { service } = serviceOf(() => ({ rows: [{ ListingKey: 'K' }], nextLink: 'again' }));
  await expect(drain(allKeys(service, []))).rejects.toThrow('the same one');
});
