import { Writable } from 'node:stream';
import { createLog } from '@closingwire/chassis/log';
import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, type StartedWire, startWire } from './start-wire.ts';

const lines: string[] = [];
const memory = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

let wire: StartedWire;
beforeAll(async () => {
  wire = await startWire({}, { log: createLog('auth', 'trace', memory) });
});
afterAll(() => wire?.stop());

test('logs and audit log have no secret', async () => {
  const email = newAddress();
  const password = 'canary-password-7731';
  const client = wire.client();
  await client.signUp({ email, password });
  const code = await wire.codeTo(email);
  await client.verifyOtp({ email, token: '000000', type: 'signup' });
  const { data } = await client.verifyOtp({ email, token: code, type: 'signup' });
  const { access_token: access = '', refresh_token: refresh = '' } = data.session ?? {};
  await wire.client().signInWithPassword({ email, password: 'canary-wrong-7732' });
  await wire.call('POST', '/signup', `{"email":"x","password":"canary-broken-7733"`);
  await wire.call('POST', '/token?grant_type=refresh_token', { refresh_token: `${refresh.slice(1)}x` });
  await client.refreshSession();
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
  await client.resetPasswordForEmail(email);
  const link = new URL(await wire.linkTo(email, 1));
  await wire.call('GET', `/verify${link.search}`);
  const audit = await wire.pg.query(sql`select * from audit_log`);
  const visible = lines.join('') + JSON.stringify(audit);
  const secrets = [
    password,
    'canary-wrong-7732',
    'canary-broken-7733',
    access,
    refresh,
    factor?.totp.secret ?? '',
    link.searchParams.get('token') ?? '',
  ];
  expect(secrets.filter(secret => secret === '' || visible.includes(secret))).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
});
