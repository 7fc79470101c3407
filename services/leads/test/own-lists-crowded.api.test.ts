import { until } from '@closingwire/chassis/testing';
import type { OwnList } from '@closingwire/contracts/exports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const start = new Date();
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads();
});
afterAll(() => leads.stop());

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;
const subscriber = (...zips: string[]) => subscriberOf(leads, zips, start);

const upload = ({ ask }: Subscriber, body: string | Buffer | ReadableStream) =>
  ask('/api/user/own-lists/customers?fileName=own.csv', {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
const listsOf = async ({ get }: Subscriber) => (await get<{ lists: OwnList[] }>('/api/user/own-lists')).lists;

/** Begins an upload that sends one contact, and no more until `end`. */
function slowUpload(user: Subscriber) {
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('slow@example.com\n'));
      end = () => controller.close();
    },
  });
  const slow = { user, end, status: 0, reply: Promise.resolve(0) };
  slow.reply = upload(user, body).then(({ status }) => {
    slow.status = status;
    return status;
  });
  return slow;
}

describe('slow uploads', () => {
  test('stop no files of others; above a few in all and one of each account they are refused', async () => {
    const yesterday = new Date(start.getTime() - 86_400_000).toISOString().slice(0, 10);
    await leads.source.deliver([madeUpLead(1, { zip: '98421', soldDate: yesterday }, { fullName: 'Ann' })]);
    const reader = await subscriber('98421');
    const users = await Promise.all(Array.from({ length: 6 }, () => subscriber('98422')));
    const slow = users.map(slowUpload);
    const refused = () => slow.filter(({ status }) => status === 503);
    await until(async () => refused().length === 2 || undefined);
    const file = await reader.exportCsv({});
    expect([file.status, (await file.text()).includes('Ann')]).toEqual([200, true]);
    const open = slow.filter(({ status }) => status === 0);
    expect(open).toHaveLength(4);
    const [first] = open;
    const second = await upload(first?.user as Subscriber, 'second@example.com');
    expect([second.status, await second.json()]).toMatchObject([409, { code: 'list_uploading' }]);
    for (const { end } of open) end();
    expect(await Promise.all(open.map(({ reply }) => reply))).toEqual([200, 200, 200, 200]);
    expect(await listsOf(first?.user as Subscriber)).toMatchObject([{ emails: 1 }]);
    expect((await upload(refused()[0]?.user as Subscriber, 'now@example.com')).status).toBe(200);
  });
});
