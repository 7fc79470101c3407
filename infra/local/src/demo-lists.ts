import { callInternal } from '@closingwire/chassis/http-client';
import { billingApi } from '@closingwire/contracts/billing';
import { z } from 'zod';

const subscriber = { email: 'subscriber@demo.closingwire.test', password: 'closingwire-demo' };

/** Ballard in Seattle, Zilker in Austin, Lincoln Park in Chicago. */
const zipCodeIds = ['98107', '78704', '60614'];

const signedIn = z.object({ session: z.object({ access_token: z.string() }) });

async function tokenOf(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscriber),
  });
  if (!reply.ok) throw new Error(`the demo subscriber cannot sign in: ${reply.status} ${await reply.text()}`);
  return signedIn.parse(await reply.json()).session.access_token;
}

/** Gives the demo subscriber lists to look at, the way she would: a trial on a few ZIPs. Done once; a second run sees them. */
export async function subscribeDemo(url: string): Promise<void> {
  const token = await tokenOf(url);
  const billing = callInternal(billingApi, { url, token: async () => token });
  const subscriptions = await billing.listSubscriptions();
  if (subscriptions.length === 0) await billing.subscribe({ zipCodeIds });
}
