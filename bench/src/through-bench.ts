import autocannon from 'autocannon';
import { z } from 'zod';

const gatewayUrl = process.env.PUBLIC_URL ?? 'http://localhost:8080';
const leadsUrl = process.env.LEADS_URL ?? 'http://127.0.0.1:8104';
const seconds = Number(process.env.SECONDS ?? 6);
const rounds = Number(process.env.ROUNDS ?? 3);

const subscriber = { email: 'subscriber@demo.closingwire.test', password: 'closingwire-demo' };
const signedIn = z.object({ session: z.object({ access_token: z.string() }) });

async function accessToken(): Promise<string> {
  const reply = await fetch(`${gatewayUrl}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscriber),
  });
  return signedIn.parse(await reply.json()).session.access_token;
}

async function perSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 50, duration: seconds });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} of ${result.requests.total} refused`);
  return result.requests.average;
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * The dashboard's list on the running platform, through the gateway beside the leads service alone. The platform
 * must allow it: `REQUESTS_PER_NETWORK=100000000 make start`.
 */
export async function measure(): Promise<void> {
  const token = await accessToken();
  const path = '/api/user/agents?page=1&limit=25';
  const rates = { through: [] as number[], direct: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.direct.push(await perSecond(leadsUrl + path, { authorization: `Bearer ${token}` }));
    rates.through.push(await perSecond(gatewayUrl + path, { cookie: `cw_access=${token}` }));
  }
  const through = median(rates.through);
  const direct = median(rates.direct);
  console.log(`leads alone ${direct.toFixed(0)} requests/s, through the gateway ${through.toFixed(0)}`);
  console.log(`gateway ÷ direct: ${(through / direct).toFixed(2)} (goal ≥ 0.6)`);
}
