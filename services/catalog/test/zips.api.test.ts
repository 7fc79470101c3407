import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { changesNamedIn, until } from '@closingwire/chassis/testing';
import { zipChanged } from '@closingwire/contracts/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, anOrder, aUser } from './users.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

describe('the catalog of a user', () => {
  it('lists the real ZIPs by page', async () => {
    row('call/get-zip-codes', 'constant/catalog-page');
    const viewer = catalog.as();
    const first = await viewer.listZips({ state: 'CA' });
    expect(first.zipCodes).toHaveLength(50);
    expect(first.total).toBeGreaterThan(2_500);
    expect(first.hasMore).toBe(true);
    const last = await viewer.listZips({ state: 'CA', page: Math.ceil(first.total / 50) });
    expect(last.hasMore).toBe(false);
    expect(last.zipCodes).toHaveLength(first.total % 50 || 50);
  });

  it('is searched by the start of a ZIP', async () => {
    const { zipCodes } = await catalog.as().listZips({ search: '9021', state: 'CA' });
    expect(zipCodes.map(zip => zip.zipCode)).toEqual(['90210', '90211', '90212', '90213']);
    expect(zipCodes[0]).toEqual({
      id: '90210',
      zipCode: '90210',
      city: 'Beverly Hills',
      state: 'CA',
      price: 25,
      isAvailable: true,
      scrapeActive: true,
      occupiedIndustries: [],
      kind: 'standard',
      isSwitchedOff: false,
    });
  });

  it('is searched by part of a city in any case', async () => {
    const { zipCodes } = await catalog.as().listZips({ search: 'verly hil', state: 'CA' });
    expect(zipCodes.map(zip => zip.city)).toContain('Beverly Hills');
  });

  it('takes wildcards literally', async () => {
    for (const search of ['%%%', '___', '9_2', "'; drop table zips; --", '\\']) {
      expect((await catalog.as().listZips({ search })).total).toBe(0);
    }
  });

  it('ignores an empty filter', async () => {
    const { total } = await catalog.as().listZips({ search: '', state: '' });
    expect(total).toBeGreaterThan(40_900);
  });

  it('says of many ZIPs which are free, taken or own, and leaves out unknown ones', async () => {
    row('beyond/check-zips');
    const viewer = aUser({ industry: 'Mortgages' });
    await catalog.billing.holdZips(anOrder(aUser({ industry: 'Mortgages' }), ['94102']));
    const { zipCodes } = await catalog
      .as(viewer)
      .checkZips({ zipCodes: ['94103', '94102', '00000', '94103'] });
    expect(zipCodes).toEqual([
      { zipCode: '94102', city: 'San Francisco', state: 'CA', kind: 'standard', standing: 'taken' },
      { zipCode: '94103', city: 'San Francisco', state: 'CA', kind: 'standard', standing: 'free' },
    ]);
  });

  it('refuses to check none, too many, and codes that are none', async () => {
    const check = (zipCodes: string[]) => catalog.as().checkZips({ zipCodes });
    await expect(check([])).rejects.toThrow(/at least 1/);
    await expect(check(Array.from({ length: 5_001 }, () => '94103'))).rejects.toThrow(/at most 5000/);
    await expect(check(['9410'])).rejects.toThrow(/has five digits/);
  });

  it('is closed to visitors', async () => {
    expect((await fetch(`${catalog.url}/api/zip-codes`)).status).toBe(401);
  });
});

describe('the kind of a ZIP', () => {
  it('marks PO boxes and single organizations', async () => {
    row('beyond/zip-kinds');
    const { zipCodes: checked } = await catalog.as().checkZips({ zipCodes: ['98101', '98111', '98195'] });
    expect(checked.map(({ kind, standing }) => [kind, standing])).toEqual([
      ['standard', 'free'],
      ['po_box', 'free'],
      ['unique', 'free'],
    ]);
    const { zipCodes: listed } = await catalog.as().listZips({ search: '98111' });
    expect(listed.map(({ kind }) => kind)).toEqual(['po_box']);
  });

  it('is standard for a ZIP that an admin adds', async () => {
    const added = await catalog.admin.createZip({ zipCode: '00003', city: 'New Kind', state: 'WA' });
    expect(added.kind).toBe('standard');
  });
});

describe('the map of a state', () => {
  const listOf = async (viewer: ReturnType<TestCatalog['as']>, state: string) => {
    const first = await viewer.listZips({ state, limit: 200 });
    const pages = Array.from({ length: Math.ceil(first.total / 200) - 1 }, (_, n) => n + 2);
    const rest = await Promise.all(pages.map(page => viewer.listZips({ state, limit: 200, page })));
    return [first, ...rest].flatMap(page => page.zipCodes);
  };

  it('has the ZIPs of the list with their availability', async () => {
    await catalog.billing.holdZips(anOrder(aUser({ industry: 'Mortgages' }), ['02801', '02903']));
    await catalog.billing.holdZips(anOrder(aUser({ industry: 'Home Services' }), ['02804']));
    await catalog.db.query(sql`update zips set is_available = false where zip_code = '02806'`);
    const viewer = catalog.as({ industry: 'Mortgages' });
    const [map, list] = await Promise.all([viewer.mapZips({ state: 'RI' }), listOf(viewer, 'RI')]);
    expect(map.zipCodes).toEqual(list.map(zip => zip.zipCode));
    expect(map.cities.map(index => map.cityNames[index])).toEqual(list.map(zip => zip.city));
    expect(map.unavailable.map(index => map.zipCodes[index])).toEqual(
      list.filter(zip => !zip.isAvailable).map(zip => zip.zipCode),
    );
    expect(map.unavailable.map(index => map.zipCodes[index])).toEqual(['02801', '02806', '02903']);
  });

  it('names the ZIPs with few homes or none', async () => {
    const viewer = catalog.as();
    const [map, list] = await Promise.all([viewer.mapZips({ state: 'RI' }), listOf(viewer, 'RI')]);
    const codesOf = (kind: string) => list.filter(zip => zip.kind === kind).map(({ zipCode }) => zipCode);
    expect(map.poBoxes?.map(index => map.zipCodes[index])).toEqual(codesOf('po_box'));
    expect(map.organizations?.map(index => map.zipCodes[index])).toEqual(codesOf('unique'));
    // 02801 is a PO box of Adamsville, 02912 Brown University.
    expect([codesOf('po_box'), codesOf('unique')]).toMatchObject([
      expect.arrayContaining(['02801']),
      expect.arrayContaining(['02912']),
    ]);
  });

  it('has coordinates in thousandths of a degree', async () => {
    const map = await catalog.as().mapZips({ state: 'CA' });
    expect(map.places[map.zipCodes.indexOf('90210')]).toEqual([34_090, -118_406]);
    expect(map.places).not.toContain(null);
  });

  it('includes a ZIP without coordinates', async () => {
    const before = await catalog.as().mapZips({ state: 'DE' });
    await catalog.admin.createZip({ zipCode: '19999', city: 'New Town', state: 'DE' });
    const after = await catalog.as().mapZips({ state: 'DE' });
    expect(after.zipCodes).toHaveLength(before.zipCodes.length + 1);
    expect(after.places[after.zipCodes.indexOf('19999')]).toBeNull();
  });

  it('is below 95 kB and is not cached', async () => {
    const token = await catalog.tokenOf(aUser({ industry: 'Mortgages' }));
    const reply = await fetch(`${catalog.url}/api/zip-codes/map?state=TX`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([reply.headers.get('etag'), reply.headers.get('cache-control')]).toEqual([null, null]);
    expect((await reply.text()).length).toBeLessThan(95_000);
  });
});

describe('a claimed ZIP', () => {
  it('is unavailable in the same industry only', async () => {
    row('entity/zip');
    const holder = aUser({ industry: 'Mortgages' });
    await catalog.billing.holdZips(anOrder(holder, ['10001']));
    const seenBy = async (user: { id?: string; industry: string }) => {
      const { zipCodes } = await catalog.as(user).listZips({ search: '10001' });
      return zipCodes[0];
    };
    const rival = await seenBy({ industry: 'Mortgages' });
    expect(rival).toEqual({
      id: '10001',
      zipCode: '10001',
      city: 'New York',
      state: 'NY',
      price: 25,
      isAvailable: false,
      scrapeActive: true,
      occupiedIndustries: ['Mortgages'],
      kind: 'standard',
      isSwitchedOff: false,
    });
    const stranger = await seenBy({ industry: 'Home Services' });
    expect(stranger).toMatchObject({ isAvailable: true, occupiedIndustries: ['Mortgages'] });
    expect(await seenBy(holder)).toMatchObject({ isAvailable: true, occupiedIndustries: [] });
    const sameTrade = await seenBy({ industry: 'Mortgage Brokerage' });
    expect(sameTrade).toMatchObject({ isAvailable: false, occupiedIndustries: ['Mortgages'] });
  });
});

describe('the catalog of an admin', () => {
  it('is hidden from other users', async () => {
    row('beyond/admin-routes-absent');
    await expect(catalog.as().listAllZips({})).rejects.toMatchObject({ kind: 'missing' });
  });

  it('is complete without a limit', async () => {
    row('call/get-admin-zip-codes');
    const { zipCodes, total, available } = await catalog.admin.listAllZips({});
    expect(zipCodes.length).toBe(total);
    expect(available).toBeLessThanOrEqual(total);
  });

  it('is paged with a limit', async () => {
    const first = await catalog.admin.listAllZips({ limit: 25 });
    const second = await catalog.admin.listAllZips({ limit: 25, page: 2 });
    expect(second.zipCodes).toHaveLength(25);
    expect((first.zipCodes.at(-1)?.zipCode ?? '') < (second.zipCodes[0]?.zipCode ?? '')).toBe(true);
  });

  it('is searched by industry and shows claims', async () => {
    const holder = aUser({ industry: 'Coach or Trainer' });
    await catalog.billing.holdZips(anOrder(holder, ['60601']));
    const { zipCodes } = await catalog.admin.listAllZips({ search: 'coach or' });
    expect(zipCodes).toMatchObject([
      { zipCode: '60601', isAvailable: true, claims: [{ industry: 'Coach or Trainer', userId: holder.id }] },
    ]);
  });

  it('names the users of a ZIP and their claims', async () => {
    const user = await aKnownUser(catalog, { industry: 'Marketing/Advertising', lastName: '' });
    await catalog.admin.assignZip({ userId: user.id, zipCodeId: '60602' });
    await catalog.billing.holdZips(anOrder(aUser({ industry: 'Title & Escrow' }), ['60602']));
    const { zipCodes } = await catalog.admin.listAllZips({ search: '60602' });
    expect(zipCodes[0]?.occupiedIndustries).toEqual(['Marketing Agency', 'Title & Escrow']);
    expect(zipCodes[0]?.claims).toMatchObject([
      { name: 'Ada', email: user.email, state: 'confirmed', assignedBy: 'admin' },
      { name: '', email: '', state: 'held', assignedBy: 'subscription' },
    ]);
  });

  it('is narrowed to claimed or free ZIPs', async () => {
    await catalog.billing.holdZips(anOrder(aUser(), ['33101']));
    const claimed = await catalog.admin.listAllZips({ claimed: true, limit: 50 });
    expect(claimed.zipCodes.map(zip => zip.zipCode)).toContain('33101');
    const free = await catalog.admin.listAllZips({ claimed: false, search: '33101' });
    expect(free.total).toBe(0);
  });
});

describe('a change by an admin', () => {
  it('is published with a rising version', async () => {
    row('call/patch-admin-zip');
    const received = await catalog.listen(zipChanged);
    await catalog.admin.setPrice({ id: '94105', price: 40 });
    await catalog.admin.setAvailability({ id: '94105', isAvailable: false });
    const changed = await catalog.admin.setScrapeActive({ id: '94105', scrapeActive: false });
    expect(changed).toMatchObject({ price: 40, isAvailable: false, scrapeActive: false });
    await until(() => received.length >= 3);
    expect(received.map(event => event.data.version)).toEqual([2, 3, 4]);
    expect(received.at(-1)?.data).toMatchObject({
      zipCode: '94105',
      price: 40,
      isAvailable: false,
      scrapeActive: false,
    });
  });

  it('names the old and the new value for the audit log', async () => {
    const ask = async (method: string, path: string, body: object) => {
      const authorization = `Bearer ${await catalog.adminToken()}`;
      const headers = { 'content-type': 'application/json', authorization };
      const sent = { method, headers, body: JSON.stringify(body) };
      return changesNamedIn(await fetch(`${catalog.url}/api/admin/zip-codes${path}`, sent));
    };
    const zip = { zipCode: '19998', city: 'New Town', state: 'DE', price: 50 };
    expect(await ask('POST', '', zip)).toEqual([
      { field: 'priceNote', to: '50' },
      { field: 'isAvailable', to: 'yes' },
    ]);
    expect([
      await ask('PATCH', '/19998/price', { price: 60 }),
      await ask('PATCH', '/19998/availability', { isAvailable: false }),
      await ask('PATCH', '/19998/scrape-active', { scrapeActive: false }),
      await ask('PATCH', '/00000/price', { price: 60 }),
    ]).toEqual([
      [{ field: 'priceNote', from: '50', to: '60' }],
      [{ field: 'isAvailable', from: 'yes', to: 'no' }],
      [{ field: 'scrapeActive', from: 'yes', to: 'no' }],
      [],
    ]);
    const rows = [{ ...zip, rowIndex: 1 }];
    expect(await ask('POST', '/bulk-import', { zipCodes: rows })).toEqual([
      { field: 'zipsAdded', to: '0' },
      { field: 'zipsSkipped', to: '1' },
    ]);
  });

  it('to the same value is not published', async () => {
    const received = await catalog.listen(zipChanged);
    await catalog.admin.setPrice({ id: '94107', price: 25 });
    await catalog.admin.setPrice({ id: '94107', price: 26 });
    const events = await until(() => {
      const ours = received.filter(event => event.data.zipCode === '94107');
      return ours.length > 0 ? ours : undefined;
    });
    expect(events.map(event => event.data.price)).toEqual([26]);
  });

  it('of an unknown ZIP is refused', async () => {
    await expect(catalog.admin.setPrice({ id: '00000', price: 1 })).rejects.toMatchObject({
      code: 'zip_unknown',
    });
  });

  it('adds a ZIP once', async () => {
    row('call/post-admin-zip-codes');
    const zip = { zipCode: '00001', city: ' Newtown ', state: 'ny' };
    expect(await catalog.admin.createZip(zip)).toMatchObject({ city: 'Newtown', state: 'NY', price: 25 });
    await expect(catalog.admin.createZip(zip)).rejects.toMatchObject({
      code: 'zip_exists',
      kind: 'conflict',
    });
  });

  it('is refused to a user who is no admin', async () => {
    const user = catalog.as({ id: newId() });
    await expect(user.setPrice({ id: '90210', price: 1 })).rejects.toMatchObject({ kind: 'missing' });
  });
});
