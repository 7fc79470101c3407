import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const now = new Date();
const dayAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
const zip = '98101';

let leads: Awaited<ReturnType<typeof startLeads>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  subscriber = await subscriberOf(leads, [zip], new Date(now.getTime() - 5 * 86_400_000));
  await leads.source.deliver([
    lead(1, { mobile: '(206) 555-0142', phone: '(206) 555-0101' }),
    lead(2, { mobile: '(206) 555-0102', phone: null }),
  ]);
});
afterAll(() => leads.stop());
beforeEach(() => leads.pg.execute(sql`truncate contact_evidence, do_not_call_areas, do_not_call_numbers`));

const lead = (n: number, agent: object) => ({ ...madeUpLead(n, { zip, soldDate: dayAgo(3) }), ...agent });

const listNumber = (digits: string, listedOn: string) =>
  leads.pg.execute(
    sql`with area as (
       insert into do_not_call_areas (area_code, listed_on, number_count) values ('206', ${listedOn}::date, 1)
       on conflict (area_code) do update set listed_on = excluded.listed_on)
     insert into do_not_call_numbers (area_code, hash) values ('206', contact_hash('phone', ${digits}))`,
  );
const setWrong = (phone: string) =>
  leads.pg.execute(
    sql`insert into contact_evidence (hash, about, result, provider, checked_at)
     values (contact_hash('phone', ${phone}), 'wrong', 'wrong', 'test', ${now})`,
  );

/** The header's last cells, and the last cell of each agent. */
async function warningsOf(): Promise<{ header: string; cells: Record<string, string> }> {
  const text = await (await subscriber.exportCsv({})).text();
  const [header = '', ...lines] = text.trim().replace('\ufeff', '').split('\r\n');
  const last = (line: string) => line.slice(line.lastIndexOf(',') + 1);
  return {
    header: header.slice(header.indexOf('Property Type')),
    cells: Object.fromEntries(lines.map(line => [line.slice(0, line.indexOf(',')), last(line)])),
  };
}
const nameOf = (n: number) => madeUpLead(n).fullName;

test('a file without warnings has the columns of the specification', async () => {
  await listNumber('2065550199', dayAgo(8));
  expect((await warningsOf()).header).toBe('Property Type');
});

test('a file names each phone that must not be called', async () => {
  await listNumber('2065550142', dayAgo(8));
  await setWrong('(206) 555-0101');
  expect(await warningsOf()).toEqual({
    header: 'Property Type,Call Warning',
    cells: { [nameOf(1)]: 'Mobile: do not call; Phone: wrong number', [nameOf(2)]: '' },
  });
});

test('a list that is too old marks no phone', async () => {
  await listNumber('2065550142', dayAgo(32));
  expect((await warningsOf()).header).toBe('Property Type');
});

test('the source stays the last column', async () => {
  await setWrong('+1 206 555 0102');
  await leads.pg.execute(sql`update sources set must_be_named = true`);
  const { header } = await warningsOf();
  await leads.pg.execute(sql`update sources set must_be_named = false`);
  expect(header).toBe('Property Type,Call Warning,Source');
});

describe('a file for other programs', () => {
  const headerOf = async (asked: object): Promise<string> => {
    const reply = await subscriber.ask('/api/user/files', { method: 'POST', body: JSON.stringify(asked) });
    return (await reply.text()).replace('\ufeff', '').split('\r\n')[0] ?? '';
  };
  const files: object[] = [
    { preset: 'hubspot' },
    { preset: 'follow-up-boss' },
    { preset: 'mailchimp' },
    { preset: 'full' },
    { columns: ['email', 'phone'] },
    { columns: ['email', 'lastName'] },
  ];

  test('has the same columns with and without warnings', async () => {
    const before = await Promise.all(files.map(headerOf));
    await setWrong('(206) 555-0101');
    expect(await Promise.all(files.map(headerOf))).toEqual(before);
    expect(before.map(header => header.endsWith(',Call Warning'))).toEqual([
      ...[true, true, true, true, true],
      false,
    ]);
  });

  test('names the phones that must not be called', async () => {
    await setWrong('(206) 555-0101');
    const asked = { method: 'POST', body: JSON.stringify({ columns: ['lastName', 'phone'] }) };
    const text = await (await subscriber.ask('/api/user/files', asked)).text();
    expect(text).toContain('(206) 555-0101,Phone: wrong number\r\n');
  });

  test('ends with the source as long as one must be named', async () => {
    await leads.pg.execute(
      sql`insert into sources (name, kind, must_be_named) values ('Silent', 'file', true)`,
    );
    const [hubspot, dashboard] = [await headerOf({ preset: 'hubspot' }), (await warningsOf()).header];
    await leads.pg.execute(sql`delete from sources where name = 'Silent'`);
    expect([hubspot.endsWith(',Call Warning,Source'), dashboard]).toEqual([true, 'Property Type']);
  });
});
