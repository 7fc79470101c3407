import { until } from '@closingwire/chassis/testing';
import { freeZips } from '@closingwire/e2e/platform/free-zips';
import { mailAbout } from '@closingwire/e2e/platform/mail-sink';
import { aSubscriberToBe, expectStatus } from '@closingwire/e2e/platform/user';

const addresses = {
  url: process.env.PUBLIC_URL ?? 'http://localhost:8080',
  mailApiUrl: process.env.MAIL_API_URL ?? 'http://127.0.0.1:1080',
};
const rounds = Number(process.env.ROUNDS ?? 5);

/** Seconds from the order to the first closing on the dashboard's call, and to the mail in the inbox. */
async function oneOrder(): Promise<{ closings: number; mail: number }> {
  const user = await aSubscriberToBe(addresses);
  const zipCodeIds = await freeZips(user, 1);
  const orderedAt = performance.now();
  const secondsSince = () => (performance.now() - orderedAt) / 1_000;
  await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds }), 200);
  const [closings, mail] = await Promise.all([
    until(
      async () => {
        const { json } = await expectStatus(user.call('GET', '/api/user/agents'), 200);
        return (json as { total: number }).total > 0;
      },
      { timeoutMs: 30_000, everyMs: 50 },
    ).then(secondsSince),
    mailAbout(addresses.mailApiUrl, user.email, /list|ready/i).then(secondsSince),
  ]);
  return { closings, mail };
}

const worst = (values: number[]) => Math.max(...values).toFixed(2);

/** From order to list and mail, on the running platform. */
export async function measure(): Promise<void> {
  const orders = [];
  for (let round = 0; round < rounds; round++) orders.push(await oneOrder());
  const closings = worst(orders.map(order => order.closings));
  const mail = worst(orders.map(order => order.mail));
  console.log(`order to closings: ${closings} s at worst of ${rounds} (goal ≤ 5)`);
  console.log(`order to mail in the inbox: ${mail} s at worst of ${rounds} (goal ≤ 5)`);
}
