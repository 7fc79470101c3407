import { gzipSync } from 'node:zlib';
import { sql } from '@closingwire/chassis/pg';
import { SMALL_LIST_NUMBERS } from '@closingwire/contracts/contacts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayBefore, listedOn, numbersOf, registryLists } from './registry-lists.ts';
import { startLeads } from './start-leads.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
let registry: Awaited<ReturnType<typeof registryLists>>;
beforeAll(async () => {
  leads = await startLeads();
  registry = await registryLists(leads);
});
afterAll(() => leads.stop());
beforeEach(() => leads.pg.execute(sql`truncate do_not_call_lists, do_not_call_areas, do_not_call_numbers`));

const storedNumbers = async () =>
  (
    await leads.pg.query<{ text: string }>(
      sql`select area_code || encode(hash, 'hex') as text from do_not_call_numbers order by 1`,
    )
  ).map(({ text }) => text);
const coveredCodes = async () =>
  (await registry.overview()).registry.areaCodes.map(({ areaCode }) => areaCode);

describe('an upload to the registry', () => {
  test('of changes adds and removes numbers', async () => {
    const early = await registry.upload('206,5550101,2026-03-10,A\n', { kind: 'changes' });
    expect(early).toMatchObject({ status: 409, body: { code: 'full_list_missing' } });
    await registry.upload('206,5550101\n206,5550102\n');
    const { body } = await registry.upload(
      '206,5550101,2026-03-11T00:00:00,D\n206,5550103,2026-03-11T00:00:00,A\n206,5550104,2026-03-11,A\n206,5550104,2026-03-12,D\n',
      { kind: 'changes', listedOn: dayBefore(6) },
    );
    expect(body).toMatchObject({ kind: 'changes', numbers: 4, listedOn: dayBefore(6) });
    expect((await registry.overview()).registry.numbers).toBe(2);
    const outdated = await registry.upload('206,5550101\n');
    expect(outdated).toMatchObject({ status: 409, body: { code: 'list_outdated' } });
  });

  test('changes nothing when it is uploaded again', async () => {
    const text = '206,5550101\n206,5550102\n';
    const first = await registry.upload(text);
    const again = await registry.upload(gzipSync(text), { confirmed: 'false' });
    expect(again.body.id).toBe(first.body.id);
    expect(again.changes).toContain('done before, nothing changed');
    expect((await registry.overview()).lists).toHaveLength(1);
  });

  test('names the list to the audit log', async () => {
    const text = '206,5550101\n425,5550101\n';
    const refused = await registry.upload(text, { confirmed: 'false' });
    expect(JSON.parse(refused.changes)).toEqual([
      { field: 'fileName', to: '206.txt' },
      { field: 'listKind', to: 'full' },
    ]);
    const { changes } = await registry.upload(text);
    expect(JSON.parse(changes)).toEqual([
      { field: 'fileName', to: '206.txt' },
      { field: 'listKind', to: 'full' },
      { field: 'numbers', to: '2' },
      { field: 'areaCodes', to: '206, 425' },
    ]);
  });
});

describe('a list of numbers', () => {
  test.each([
    [
      'a line of words',
      'full',
      '206,5550101\nsomething\n',
      "Line 2: expected an area code and a number, such as 206,5550142; got 'something'",
    ],
    [
      'a line without a mark',
      'changes',
      '206,5550101,2026-03-11,A\n206,5550102\n',
      "Line 2: expected the mark A or D, as before; got '206,5550102'",
    ],
    [
      'a line with a mark',
      'full',
      '206,5550101\n206,5550102,2026-03-11,D\n',
      "Line 2: expected a number without a mark, as before; got '206,5550102,2026-03-11,D'",
    ],
    [
      'an empty list',
      'full',
      'area code,number\n',
      'Expected lines with an area code and a number; got none',
    ],
  ])('is refused for %s', async (_name, kind, text, message) => {
    const { status, body } = await registry.upload(text, { kind });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_list' });
    expect(body.message).toContain(message);
    expect((await registry.overview()).registry.numbers).toBe(0);
  });

  test.each([
    [
      'changes as a full list',
      'full',
      'code,number,date,mark\n206,5550101,2026-03-11,A\n',
      "Line 2: expected a complete list, which has numbers without marks; got a change: '206,5550101,2026-03-11,A'. Choose changes for this file",
    ],
    [
      'a full list as changes',
      'changes',
      '2065550101\n',
      "Line 1: expected changes, which have the mark A or D in each line; got '2065550101'. The registry has no changes without marks",
    ],
  ])('refuses %s', async (_name, kind, text, message) => {
    const refusal = { status: 400, body: { code: 'other_kind', message } };
    expect(await registry.upload(text, { kind })).toMatchObject(refusal);
    expect(await registry.check(text, { kind })).toMatchObject(refusal);
  });

  test('needs the account number, a day and a kind', async () => {
    const refusal = { status: 400, body: { code: 'invalid_input' } };
    expect(await registry.upload('206,5550101\n', { san: '' })).toMatchObject(refusal);
    expect(await registry.upload('206,5550101\n', { listedOn: dayBefore(-1) })).toMatchObject(refusal);
    expect(await registry.upload('206,5550101\n', { kind: '' })).toMatchObject(refusal);
    expect(await registry.check('206,5550101\n', { kind: 'all' })).toMatchObject(refusal);
  });
});

describe('a check of a list', () => {
  test('tells what a full list would change', async () => {
    row('beyond/do-not-call-check');
    await registry.upload('206,5550101\n206,5550102\n425,5550101\n');
    const before = await storedNumbers();
    const { status, body, changes } = await registry.check(
      '206,5550102\n206,5550103\n206,5550103\n360,5550101\n',
      {
        listedOn: dayBefore(7),
      },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'full',
      fileName: '206.txt',
      listedOn: dayBefore(7),
      numbers: 4,
      areas: [
        {
          areaCode: '206',
          numbers: 2,
          stored: 2,
          added: 1,
          removed: 1,
          warning: '2 numbers, fewer than 1,000',
        },
        {
          areaCode: '360',
          numbers: 1,
          stored: 0,
          added: 1,
          removed: 0,
          warning: '1 number, fewer than 1,000',
        },
      ],
      isStored: false,
    });
    expect(JSON.parse(changes)[0]).toEqual({ field: 'isCheck', to: 'yes' });
    expect(await storedNumbers()).toEqual(before);
    expect((await registry.overview()).lists).toHaveLength(1);
  });

  test('tells what changes would change', async () => {
    await registry.upload('206,5550101\n206,5550102\n');
    const text = '206,5550101,D\n206,5550102,A\n206,5550103,A\n206,5550104,D\n206,5550105,D\n206,5550105,A\n';
    const { body } = await registry.check(text, { kind: 'changes' });
    expect(body.areas).toEqual([
      { areaCode: '206', numbers: 5, stored: 2, added: 2, removed: 1, warning: null },
    ]);
    await registry.upload(text, { kind: 'changes' });
    expect(await storedNumbers()).toHaveLength(3);
  });

  test('tells that the list is stored already', async () => {
    await registry.upload('206,5550101\n');
    const { body } = await registry.check('206,5550101\n');
    expect(body).toMatchObject({ isStored: true, areas: [{ added: 0, removed: 0, warning: null }] });
  });

  test('is refused as the upload would be', async () => {
    const early = await registry.check('206,5550101,2026-03-10,A\n', { kind: 'changes' });
    expect(early).toMatchObject({ status: 409, body: { code: 'full_list_missing' } });
    await registry.upload('206,5550101\n');
    const outdated = await registry.check('206,5550102\n', { listedOn: dayBefore(9) });
    expect(outdated).toMatchObject({ status: 409, body: { code: 'list_outdated' } });
  });
});

describe('a full list that is too small', () => {
  test('is stored only when it is confirmed', async () => {
    row('beyond/do-not-call-check');
    const text = `${numbersOf('206', SMALL_LIST_NUMBERS)}${numbersOf('425', SMALL_LIST_NUMBERS - 1)}`;
    const { status, body } = await registry.upload(text, { confirmed: 'false' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'list_too_small' });
    expect(body.message).toBe(
      'Expected the complete list of each area code; 425 has 999 numbers, fewer than 1,000. Confirm that the list is complete, or upload the complete one',
    );
    expect(await storedNumbers()).toEqual([]);
    expect((await registry.upload(text)).status).toBe(200);
    expect(await coveredCodes()).toEqual(['206', '425']);
  });

  test('may have half of the stored numbers', async () => {
    await registry.upload(numbersOf('206', 2_002));
    const half = { confirmed: 'false', listedOn: dayBefore(7) };
    const less = await registry.upload(numbersOf('206', 1_000), half);
    expect(less).toMatchObject({ status: 409, body: { code: 'list_too_small' } });
    expect(less.body.message).toContain('206 has 1,000 numbers, less than half of the 2,002 stored ones');
    expect((await registry.upload(numbersOf('206', 1_001), half)).status).toBe(200);
  });

  test('counts a repeated number once', async () => {
    const text = numbersOf('206', SMALL_LIST_NUMBERS - 1);
    const { body } = await registry.upload(text + text, { confirmed: 'false' });
    expect(body.code).toBe('list_too_small');
  });

  test('names the first area codes alone', async () => {
    const text = ['201', '202', '203', '205', '206'].map(code => numbersOf(code, 1)).join('');
    const { body } = await registry.upload(text, { confirmed: 'false' });
    expect(body.message).toContain(
      '203 has 1 number, fewer than 1,000; 2 more area codes are small. Confirm',
    );
  });
});

test('small changes need no confirmation', async () => {
  await registry.upload(numbersOf('206', 3));
  const changes = await registry.upload('206,2000000,D\n206,2000001,D\n', {
    kind: 'changes',
    confirmed: 'false',
  });
  expect(changes.status).toBe(200);
  expect((await registry.overview()).lists[0]).toMatchObject({ kind: 'changes', listedOn, removedAt: null });
});
