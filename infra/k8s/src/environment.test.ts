import { productProcesses } from '@closingwire/topology';
import type { SettingGroup } from '@closingwire/topology/settings';
import { expect, test } from 'vitest';
import {
  backupVariables,
  commandLineVariables,
  settingNames,
  usualSettings,
  variablesOf,
} from './environment.ts';
import { secretsFile } from './secrets-file.ts';

const groups: SettingGroup[] = [
  {
    about: 'Signs a thing.',
    values: { THING_KEY: '', THING_NAME: '', THING_SIZE: '3' },
    secret: ['THING_KEY'],
    of: ['notifications'],
  },
];

const processOf = (name: string) => {
  const row = productProcesses.find(each => each.name === name);
  if (!row) throw new Error(`expected a process, got ${name}`);
  return row;
};
const variable = (name: string, variables: ReturnType<typeof variablesOf>) =>
  variables.find(each => each.name === name);

test('the secret of a setting reaches the processes that read it, and may be missing', () => {
  const reference = {
    name: 'THING_KEY',
    valueFrom: { secretKeyRef: { name: 'closingwire-secrets', key: 'thing-key', optional: true } },
  };
  expect(variable('THING_KEY', variablesOf(processOf('notifications'), groups))).toEqual(reference);
  expect(variable('THING_KEY', variablesOf(processOf('auth'), groups))).toBeUndefined();
  expect(variable('THING_KEY', commandLineVariables(groups))).toEqual(reference);
  expect(secretsFile(groups)).toContain('\n# Optional. Signs a thing.\n#thing-key=\n');
});

test('the pod of backups has the secrets of servers and of its place, and none to decrypt with', () => {
  const secrets = backupVariables().filter(({ valueFrom }) => valueFrom);
  expect(secrets.map(({ name }) => name)).toEqual([
    ...['POSTGRES_USER', 'POSTGRES_PASSWORD', 'MONGODB_URL', 'KAFKA_PASSWORD'],
    ...['BACKUP_S3_SECRET_ACCESS_KEY', 'BACKUP_PASSPHRASE'],
  ]);
});

test('a setting without a value is left out, and an overlay may set it', () => {
  expect(usualSettings(groups)).toMatchObject({ THING_SIZE: '3' });
  expect(Object.keys(usualSettings(groups))).not.toContain('THING_NAME');
  expect([...settingNames(groups)]).toContain('THING_NAME');
});

test('a secret is not a setting', () => {
  expect(Object.keys(usualSettings(groups))).not.toContain('THING_KEY');
  expect([...settingNames(groups)]).not.toContain('THING_KEY');
});

test('the keys of both modes of Stripe may be missing, the service secret may not', () => {
  const optional = variablesOf(processOf('billing'))
    .filter(({ valueFrom }) => valueFrom?.secretKeyRef.optional)
    .map(({ name }) => name);
  expect(optional).toEqual(
    expect.arrayContaining(
      ['', '_LIVE'].flatMap(mode => [`STRIPE${mode}_SECRET_KEY`, `STRIPE${mode}_WEBHOOK_SECRET`]),
    ),
  );
  expect(optional).not.toContain('SERVICE_SECRET');
});

test('every database has the address and the options of the settings', () => {
  expect(variable('DATABASE_URL', variablesOf(processOf('leads')))?.value).toBe(
    'postgres://$(POSTGRES_USER):$(POSTGRES_PASSWORD)@$(POSTGRES_ADDRESS)/leads?$(POSTGRES_OPTIONS)',
  );
  expect(usualSettings()).toMatchObject({
    POSTGRES_ADDRESS: 'postgres-rw:5432',
    POSTGRES_OPTIONS: 'sslmode=require',
    KAFKA_BROKERS: 'closingwire-kafka-bootstrap:9092',
    TRUSTED_PROXIES: '1',
  });
});
