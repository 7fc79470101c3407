import { describe, expect, it } from 'vitest';
import { breakingStatements, isCheckedMigration } from './breaking-migrations.ts';

const breaks = async (text: string) =>
  (await breakingStatements('a.sql', text)).map(line => line.replace(/^a\.sql:\d+: /, ''));

describe('a migration breaks the version before', () => {
  it.each([
    ['drop table claims', /^drop:/],
    ['drop view open_claims', /^drop:/],
    ['alter table claims drop column zip', /^drop column zip:/],
    ['alter table claims rename column zip to zip_code', /^rename:/],
    ['alter table claims rename to holds', /^rename:/],
    ['alter table claims alter column zip type integer using zip::integer', /^alter column zip type:/],
    ['alter table claims alter column zip set not null', /^alter column zip set not null:/],
    ['alter table claims add column kind text not null', /^add column kind not null:/],
    ['alter table claims add constraint one check (zip > 0)', /^add constraint:/],
  ])('when it would %s', async (statement, expected) => {
    expect(await breaks(`${statement};`)).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    'alter table claims add column kind text',
    `alter table claims add column kind text not null default 'trial'`,
    'create index claims_by_zip on claims (zip)',
    'drop index claims_by_zip',
    'create table holds (zip text); alter table holds alter column zip set not null',
    '-- contract: nothing reads it since version 12\nalter table claims drop column zip',
  ])('but not with %s', async statement => {
    expect(await breaks(`${statement};`)).toEqual([]);
  });

  it('on the line where its statement begins', async () => {
    const text = '-- Ünlike before.\ncreate table a (b text);\n\n-- No more.\ndrop table c;\n';
    expect(await breakingStatements('a.sql', text)).toEqual([expect.stringMatching(/^a\.sql:5: drop:/)]);
  });
});

it('migrations that landed before the check are left alone', () => {
  expect(isCheckedMigration('services/billing/migrations/0005_payment_state.sql')).toBe(false);
  expect(isCheckedMigration('services/billing/migrations/0010_more.sql')).toBe(true);
  expect(isCheckedMigration('services/new/migrations/0001_first.sql')).toBe(true);
  expect(isCheckedMigration('services/billing/src/more.sql')).toBe(false);
});
