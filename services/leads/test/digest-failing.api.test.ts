import { sql } from '@closingwire/chassis/pg';
import type { DigestReply } from '@closingwire/contracts/digest';
import { afterAll, afterEach, expect, test } from 'vitest';
import { digestPath, everyDay, putDigest, sentNow, startDigests } from './digests.ts';
import type { Subscriber } from './today.ts';

const HOUR_MS = 3_600_000;
/** Node.js knows this name of America/Indiana/Indianapolis, PostgreSQL refuses it. */
const UNKNOWN_TO_DATABASE = 'IET';

const digests = await startDigests();
const { leads, start, reader, newZip, deliverAgent, plan, planNext, digestsOf } = digests;

afterEach(() => digests.setNow(start));
afterAll(() => digests.stop());

const nextOf = async (user: Subscriber) => (await user.get<DigestReply>(digestPath)).nextAt;

async function readerWithNews(): Promise<Subscriber> {
  const zip = newZip();
  await deliverAgent(zip, { fullName: 'News For You' });
  return reader([zip]);
}

test('a time zone that the database does not know stops no email', async () => {
  const query = leads.pg.query(sql`select now() at time zone ${UNKNOWN_TO_DATABASE}`);
  await expect(query).rejects.toThrow('not recognized');
  const [odd, other, asking] = [await readerWithNews(), await readerWithNews(), await readerWithNews()];
  const settings = { ...everyDay, timeZone: UNKNOWN_TO_DATABASE };
  for (const user of [odd, asking]) expect((await putDigest(user, settings)).status).toBe(200);
  expect(await sentNow(asking)).toMatchObject({ sent: true });
  await planNext(odd);
  await planNext(other);
  expect(await digestsOf(odd)).toMatchObject([{ timeZone: UNKNOWN_TO_DATABASE, newAgents: 1 }]);
  expect(await digestsOf(other)).toMatchObject([{ newAgents: 1 }]);
});

test('an account whose digest fails is tried again in an hour, and delays no other', async () => {
  const [faulty, other] = [await readerWithNews(), await readerWithNews()];
  const due = new Date(start.getTime() - 1_000);
  await leads.pg.execute(
    sql`update digests set time_zone = case when account_id = ${faulty.id} then 'Mars/Olympus' else time_zone end,
       next_at = ${due} where account_id in (${faulty.id}, ${other.id})`,
  );
  await plan();
  expect(await nextOf(faulty)).toBe(new Date(start.getTime() + HOUR_MS).toISOString());
  expect(await digestsOf(other)).toMatchObject([{ newAgents: 1 }]);
  expect(await digestsOf(faulty)).toEqual([]);

  await leads.pg.execute(
    sql`update digests set time_zone = 'America/Chicago' where account_id = ${faulty.id}`,
  );
  await planNext(faulty);
  await plan();
  expect(await digestsOf(faulty)).toMatchObject([{ newAgents: 1 }]);
});

test('an event that the contract refuses delays no other', async () => {
  const [zip, other] = [newZip(), await readerWithNews()];
  await deliverAgent(zip, { fullName: 'Beyond All Sums' });
  await leads.pg.execute(sql`update closings set price = 20000000000 where zip = ${zip}`);
  const faulty = await reader([zip]);
  const due = new Date(start.getTime() - 1_000);
  await leads.pg.execute(
    sql`update digests set next_at = ${due} where account_id in (${faulty.id}, ${other.id})`,
  );
  await plan();
  expect(await nextOf(faulty)).toBe(new Date(start.getTime() + HOUR_MS).toISOString());
  expect(await digestsOf(other)).toMatchObject([{ newAgents: 1 }]);
  expect(await digestsOf(faulty)).toEqual([]);
});
