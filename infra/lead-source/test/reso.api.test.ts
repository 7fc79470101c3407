import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNames, dialects } from '../src/reso/dialects.ts';
import { keysOf, noon, type ResoSource, type Rows, startResoSource } from './reso-source.ts';

let source: ResoSource;
beforeAll(async () => {
  source = await startResoSource();
  (await source.data.source('originating-system')).areLimitsOn = false;
});
afterAll(() => source.stop());

const closed = "$filter=StandardStatus eq 'Closed' and ModificationTimestamp gt 2026-01-01T00:00:00Z";
const own = "OriginatingSystemName eq 'example-south'";
const ordered = '$orderby=ModificationTimestamp,ListingKey';

/** Returns the error of a reply in OData's form. */
async function errorOf(path: string, headers?: Record<string, string>) {
  const response = await source.get(path, headers);
  const { error } = (await response.json()) as {
    error: { code: string; message: string; details: object[] };
  };
  return { status: response.status, ...error };
}

describe('the service', () => {
  it('lists its resources', async () => {
    const { value } = await source.page('standard');
    expect(value.map(({ name }) => name)).toEqual(['Property', 'Member', 'Office']);
  });

  it.each(dialectNames)('describes in $metadata every field of %s', async dialect => {
    const response = await source.get(`${dialect}/$metadata`);
    expect(response.headers.get('content-type')).toBe('application/xml');
    const metadata = await response.text();
    const filter = dialect === 'originating-system' ? `?$filter=${own}` : '';
    for (const resource of ['Property', 'Member', 'Office']) {
      const type =
        new RegExp(`<EntityType Name="${resource}">.*?</EntityType>`, 's').exec(metadata)?.[0] ?? '';
      const described = [...type.matchAll(/<Property Name="(\w+)"/g)].map(([, name]) => name);
      const [row = {}] = (await source.page(`${dialect}/${resource}${filter}`)).value;
      expect(Object.keys(row)).toEqual(described);
    }
    expect(metadata.includes('<EnumType')).toBe(/standard|skip-token|silent-deletions/.test(dialect));
  });

  it('returns one row by its key', async () => {
    const [first] = (await source.page('standard/Property')).value;
    const row = await source.page(`standard/Property('${first?.ListingKey}')`);
    expect(row).toMatchObject({ ...first, '@odata.context': expect.stringMatching(/#Property\/\$entity$/) });
    expect(await errorOf("standard/Property('x')")).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('states its OData version', async () => {
    expect((await source.get('standard')).headers.get('odata-version')).toBe('4.0');
    const newer = await source.get('standard', { 'odata-version': '4.01' });
    expect(newer.headers.get('odata-version')).toBe('4.01');
    expect(await errorOf('standard', { 'odata-version': '5.0' })).toMatchObject({ status: 400 });
  });

  it('compresses replies when the client accepts it', async () => {
    const headers = { 'accept-encoding': 'br, gzip;q=0' };
    const plain = await source.get('standard/Property', headers);
    const gzipped = await source.get('standard/Property');
    expect([plain, gzipped].map(each => each.headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(await gzipped.json()).toEqual(await plain.json());
  });
});

describe('rows', () => {
  it('are the same on every start', async () => {
    const another = await startResoSource();
    expect(await another.page('standard/Property')).toMatchObject({
      value: (await source.page('standard/Property')).value,
    });
    await another.stop();
  });

  it('are not modified later than the clock', async () => {
    const rows = await source.pull('standard/Property?$select=ModificationTimestamp');
    const times = rows.map(({ ModificationTimestamp }) => String(ModificationTimestamp));
    expect(times.every(time => time <= noon.toISOString())).toBe(true);
    expect(times.length).toBeGreaterThan(300);
  });

  it('include leases, land, open listings and co-agents', async () => {
    const rows = await source.pull('standard/Property');
    const has = (test: (row: Rows[number]) => boolean) => rows.filter(test).length > 5;
    expect(has(row => row.PropertyType === 'ResidentialLease' && Number(row.ClosePrice) < 10_000)).toBe(true);
    expect(has(row => row.PropertyType === 'Land' && row.LivingArea === null)).toBe(true);
    expect(has(row => row.StandardStatus !== 'Closed' && row.ClosePrice === null)).toBe(true);
    expect(has(row => row.CoListAgentKey !== null)).toBe(true);
    expect(has(row => row.CoBuyerAgentKey !== null)).toBe(true);
    expect(has(row => row.UnparsedAddress === null && row.StreetName !== null)).toBe(true);
    expect(has(row => row.UnparsedAddress !== null && row.StreetName === null)).toBe(true);
    expect(has(row => row.LotSizeSquareFeet !== null)).toBe(true);
    expect(has(row => row.BathroomsTotalInteger === null && row.BathroomsFull !== null)).toBe(true);
  });

  it('name members and offices that exist', async () => {
    const rows = await source.pull('standard/Property');
    const members = new Map((await source.pull('standard/Member')).map(row => [row.MemberKey, row]));
    const offices = new Map((await source.pull('standard/Office')).map(row => [row.OfficeKey, row]));
    for (const row of rows) {
      for (const side of ['List', 'CoList', 'Buyer', 'CoBuyer']) {
        const key = row[`${side}AgentKey`] ?? null;
        if (key === null) continue;
        expect(members.get(key)?.MemberFullName).toBe(row[`${side}AgentFullName`]);
        expect(offices.has(members.get(key)?.OfficeKey ?? null)).toBe(true);
      }
    }
  });

  it('contain no real contact', async () => {
    for (const row of await source.pull('standard/Member')) {
      expect(row.MemberEmail).toMatch(/^[^@\s]+@[a-z0-9-]+\.example\.com$/);
      expect(row.MemberMobilePhone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    }
  });

  it('appear as the clock moves on', async () => {
    const growing = await startResoSource();
    const before = keysOf(await growing.pull('standard/Property'));
    growing.data.setClock(new Date(noon.getTime() + 24 * 3_600_000));
    const after = keysOf(await growing.pull('standard/Property'));
    expect(after.length).toBeGreaterThan(before.length + 5);
    expect(before.every(key => after.includes(key))).toBe(true);
    await growing.stop();
  });
});

describe('query options', () => {
  it('select, order and limit rows', async () => {
    const { value } = await source.page(
      'standard/Property?$select=ListingKey,ClosePrice&$orderby=ClosePrice desc&$top=3&$skip=1',
    );
    const prices = (await source.pull('standard/Property')).map(({ ClosePrice }) => Number(ClosePrice));
    expect(value.map(row => Object.keys(row))).toEqual(Array(3).fill(['ListingKey', 'ClosePrice']));
    expect(value.map(({ ClosePrice }) => ClosePrice)).toEqual(prices.sort((a, b) => b - a).slice(1, 4));
  });

  it('limit the rows of all pages together', async () => {
    const all = keysOf(await source.pull(`standard/Property?${ordered}`));
    expect(keysOf(await source.pull(`standard/Property?${ordered}&$top=250`))).toEqual(all.slice(0, 250));
    expect((await source.page('standard/Property?$top=0'))['@odata.nextLink']).toBeUndefined();
  });

  it('count all matching rows', async () => {
    const page = await source.page(`standard/Property?${closed}&$count=true&$top=2`);
    expect(page['@odata.count']).toBe((await source.pull(`standard/Property?${closed}`)).length);
    expect(page.value).toHaveLength(2);
    expect(page['@odata.nextLink']).toBeUndefined();
  });

  it('expand agents and offices', async () => {
    const { value } = await source.page(
      'standard/Property?$expand=ListAgent,CoBuyerAgent,ListOffice&$top=40',
    );
    for (const row of value) {
      expect(row.ListAgent).toMatchObject({ MemberKey: row.ListAgentKey });
      expect(row.ListOffice).toMatchObject({ OfficeKey: row.ListOfficeKey });
      if (row.CoBuyerAgentKey === null) expect(row.CoBuyerAgent).toBeNull();
    }
  });

  it('find rows by a list of keys', async () => {
    const { value } = await source.page(
      "skip-token/Member?$filter=MemberKey in ('M5540101','M5540103','none')",
    );
    expect(value.map(({ MemberKey }) => MemberKey)).toEqual(['M5540101', 'M5540103']);
  });

  it('respect a preferred page size', async () => {
    const response = await source.get('standard/Property', { prefer: 'odata.maxpagesize=7' });
    expect(response.headers.get('preference-applied')).toBe('odata.maxpagesize=7');
    expect(((await response.json()) as { value: Rows }).value).toHaveLength(7);
  });

  it.each([
    ['$filter=Foo eq 1', 400],
    ["$filter=ClosePrice gt 'x'", 400],
    ['$select=Foo', 400],
    ['$orderby=ListingKey up', 400],
    ['$orderby=Foo', 400],
    ['$expand=Media', 400],
    ['$top=-1', 400],
    ['$skip=x', 400],
    ['$count=yes', 400],
    ['$top=1&$top=2', 400],
    ['$skiptoken=abc', 400],
    ['$filter=contains(City,%27a%27)', 501],
    ['$apply=groupby((City))', 501],
    ['$format=xml', 415],
    ['$orderby=ClosePrice&$skip=50000', 413],
    [`$filter=City eq '${'x'.repeat(8_000)}'`, 413],
  ])('of %s get %i in the form of the standard', async (options, status) => {
    const error = await errorOf(`standard/Property?${options}`);
    expect(error).toMatchObject({ status, code: expect.any(String), message: expect.any(String) });
    expect(error.details).toEqual(expect.any(Array));
  });
});

describe('authentication', () => {
  const ask = (init: RequestInit) =>
    fetch(`${source.url}/reso/standard/oauth2/token`, { method: 'POST', ...init });
  const grant = { grant_type: 'client_credentials' };
  const client = { client_id: 'reso-sample', client_secret: 'reso-sample-secret' };
  const basic = `Basic ${Buffer.from('reso-sample:reso-sample-secret').toString('base64')}`;

  it('issues tokens for credentials in the body or header', async () => {
    const replies = await Promise.all([
      ask({ body: new URLSearchParams({ ...grant, ...client }) }),
      ask({ body: new URLSearchParams(grant), headers: { authorization: basic } }),
    ]);
    for (const reply of replies) {
      const token = (await reply.json()) as { access_token: string; token_type: string; expires_in: number };
      expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 });
      const authorization = `Bearer ${token.access_token}`;
      expect((await source.get('standard/Property', { authorization })).status).toBe(200);
    }
  });

  it('refuses wrong credentials and grants', async () => {
    const wrong = await ask({ body: new URLSearchParams({ ...grant, ...client, client_secret: 'x' }) });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    const password = await ask({ body: new URLSearchParams({ grant_type: 'password', ...client }) });
    expect([password.status, await password.json()]).toMatchObject([
      400,
      { error: 'unsupported_grant_type' },
    ]);
  });

  it('refuses missing, unknown and expired tokens', async () => {
    for (const authorization of ['', 'Bearer x', 'Bearer 1.x', basic]) {
      expect((await source.get('standard/Property', { authorization })).status).toBe(401);
    }
    let now = noon;
    const brief = await startResoSource({ RESO_TOKEN_SECONDS: '60' }, () => now);
    const reply = await fetch(`${brief.url}/reso/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...grant, ...client }),
    });
    const authorization = `Bearer ${((await reply.json()) as { access_token: string }).access_token}`;
    expect((await brief.get('standard/Property', { authorization })).status).toBe(200);
    now = new Date(noon.getTime() + 60_000);
    expect((await brief.get('standard/Property', { authorization })).status).toBe(401);
    await brief.stop();
  });

  it('refuses an unlicensed client', async () => {
    const standard = await source.data.source('standard');
    standard.isLicensed = false;
    expect(await errorOf('standard/Property')).toMatchObject({ status: 403, code: 'not_licensed' });
    standard.isLicensed = true;
  });
});

describe('the dialects', () => {
  it.each(dialectNames)('of %s give each row once with any page size', async dialect => {
    const filter = dialect === 'originating-system' ? `$filter=${own}` : '$filter=ListingKey ne null';
    const orders = ['', `&${ordered}`, '&$orderby=ModificationTimestamp desc', '&$orderby=PropertyType'];
    const all = (await source.data.source(dialect)).feed.table('Property').keys();
    const size = fc.integer({ min: 25, max: 250 });
    await fc.assert(
      fc.asyncProperty(size, fc.constantFrom(...orders), async (top, order) => {
        const limits = dialect === 'standard' ? '' : `&$top=${top}`;
        const path = `${dialect}/Property?${filter}${order}${limits}&$select=ListingKey`;
        const rows = await source.pull(path, { prefer: `odata.maxpagesize=${top}` });
        expect(keysOf(rows).toSorted()).toEqual(all);
      }),
      { numRuns: 12 },
    );
  });

  it.each([
    ['standard', '', 100],
    ['small-pages', '', 10],
    ['small-pages', '&$top=5000', 200],
    ['skip-token', '', 10],
    ['originating-system', '', 500],
    ['silent-deletions', '', 10],
  ] as const)('give %s with "%s" a page of %i rows', async (dialect, options, size) => {
    (await source.data.source(dialect)).feed.add(600);
    const page = await source.page(
      `${dialect}/Property?$filter=OriginatingSystemName eq '${dialects[dialect].originatingSystem}'${options}`,
    );
    expect(page.value).toHaveLength(size);
  });

  it('spell enumerations in two ways', async () => {
    const typesIn = async (path: string) =>
      (await source.pull(path)).map(({ PropertySubType }) => PropertySubType);
    expect(await typesIn('skip-token/Property?$top=1000')).toContain('SingleFamilyResidence');
    expect(await typesIn('small-pages/Property?$top=200')).toContain('Single Family Residence');
    expect(await typesIn('silent-deletions/Property?$top=1000&PrettyEnums=true')).toContain(
      'Single Family Residence',
    );
  });

  it('have no $skip where tokens lead on', async () => {
    expect(await errorOf('skip-token/Property?$skip=10')).toMatchObject({
      status: 501,
      code: 'not_supported',
    });
    const page = await source.page('skip-token/Property');
    expect(page['@odata.nextLink']).toMatch(/\$skiptoken=[\w-]+$/);
  });

  it('may require the originating system, gzip and few conditions', async () => {
    expect(await errorOf('originating-system/Property')).toMatchObject({ status: 400 });
    const path = `originating-system/Property?$filter=${own}`;
    const identity = { 'accept-encoding': 'identity' };
    expect(await errorOf(path, identity)).toMatchObject({ status: 400, code: 'compression_required' });
    expect(await errorOf(`${path} and City eq 'Austin'`)).toMatchObject({ status: 400 });
    const ors = Array.from({ length: 7 }, (_, index) => `ListingId eq '${index}'`).join(' or ');
    expect(await errorOf(`${path} and (${ors})`)).toMatchObject({ status: 400 });
    expect(await errorOf(`${path}&$top=6000`)).toMatchObject({ status: 400 });
    expect(await errorOf(`${path}&$top=2000&$expand=ListAgent`)).toMatchObject({ status: 400 });
    const [first] = (await source.page(`${path}&$top=1`)).value;
    expect(first).toMatchObject({ MlgCanView: true });
    expect((await source.get(`originating-system/Property('${first?.ListingKey}')`)).status).toBe(200);
  });

  it('may return all keys in one page', async () => {
    const path = 'silent-deletions/Property?$select=ListingKey&$top=300000';
    const page = await source.page(path);
    const all = (await source.data.source('silent-deletions')).feed.table('Property').keys();
    expect(keysOf(page.value)).toEqual(all);
    expect(page['@odata.nextLink']).toBeUndefined();
  });
});
