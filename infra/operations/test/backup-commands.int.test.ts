import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const nowhere = {
  POSTGRES_URL: 'postgres://nobody@127.0.0.1:1/postgres',
  MONGODB_URL: 'mongodb://127.0.0.1:1/content',
  KAFKA_BROKERS: '127.0.0.1:1',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/backup-`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, BACKUP_TO: folder, ...nowhere, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  return { child, output: () => output };
}

async function run(args: string[], env: Record<string, string> = {}) {
  const { child, output } = start(args, env);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

test('a list of no backups is one line', async () => {
  expect(await run(['backups'])).toEqual({ code: 0, output: `${folder} has no backup.\n` });
});

test.each([
  [['restore', 'latest'], {}, 'Expected a whole backup in '],
  [['restore', '/none/here'], {}, 'Expected a backup in /none/here; it has no manifest.json.'],
  [['backup', '--to', 's3://bucket'], {}, 'Expected BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY'],
  [['backup'], {}, 'Expected the database auth at 127.0.0.1:1; got: connect ECONNREFUSED'],
  [['backup'], { BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE: expected at least 24 characters'],
  [['backup'], { BACKUP_RECIPIENTS: 'ssh-rsa x' }, 'BACKUP_RECIPIENTS'],
  [['scheduled-backups'], { BACKUP_AT: '3:15' }, "BACKUP_AT: expected minute and hour such as '15 3'"],
  [['carry-topics', 'yesterday', 'r1.'], {}, 'Expected a time such as'],
])('%j %j is one sentence and a failure', async (args, env, sentence) => {
  const { code, output } = await run(args, env);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(sentence) });
  expect(output).not.toContain('    at ');
});

test('the schedule survives unreachable servers and ends on SIGTERM', async () => {
  const { child, output } = start(['scheduled-backups'], { PORT: '0', MANAGEMENT_PORT: '0' });
  const closed = once(child, 'close');
  while (!output().includes('backup failed, will retry')) await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  const lines = output()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { msg: string });
  expect(lines.map(({ msg }) => msg)).toEqual([
    'ready',
    'withdrawals not saved, will retry',
    'backup failed, will retry',
    'stopping',
    'stopped',
  ]);
  expect(await readdir(folder)).toEqual([]);
});
