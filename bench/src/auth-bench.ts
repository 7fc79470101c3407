import { loadavg } from 'node:os';
import startTestServers from '@closingwire/local/testing/vitest-servers';
import autocannon from 'autocannon';
import { pacedReads, percentile } from './auth/paced-reads.ts';
import { type StartedAuth, startAuth } from './auth/start-auth.ts';

/* Costs of sign-ins, and the latency of reads beside sign-ins. The auth service runs alone with its own database. `SECONDS` sets the length of each measurement. */
const seconds = Number(process.env.SECONDS ?? 8);
const SIGN_IN_CONNECTIONS = 8;
const READS_PER_SECOND = 100;

const wireUser = '/api/auth/v1/user';
const ownUser = '/api/auth/user';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function reads({ service, token }: StartedAuth, path: string) {
  const load = { url: service.url + path, headers: bearer(token), connections: 50 };
  await autocannon({ ...load, duration: 2 });
  const before = await service.cpuMs();
  const result = await autocannon({ ...load, duration: seconds });
  const cpuMs = ((await service.cpuMs()) - before) / result.requests.total;
  if (result.non2xx > 0) throw new Error(`${path}: ${result.non2xx} of ${result.requests.total} refused`);
  return { perSecond: result.requests.average, cpuMs };
}

/** Signs in all users in turn, repeatedly. */
async function signIns({ service, users }: StartedAuth, duration: number) {
  const before = await service.cpuMs();
  const result = await autocannon({
    url: `${service.url}/api/auth/v1/token?grant_type=password`,
    connections: SIGN_IN_CONNECTIONS,
    duration,
    requests: users.map(user => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(user),
    })),
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} of ${result.requests.total} sign-ins refused`);
  const cpuMs = ((await service.cpuMs()) - before) / result.requests.total;
  return { perSecond: result.requests.average, cpuMs };
}

async function readsBeside(
  auth: StartedAuth,
  path: string,
  other?: () => Promise<unknown>,
): Promise<number[]> {
  const url = auth.service.url + path;
  const paced = { url, headers: bearer(auth.token), perSecond: READS_PER_SECOND, seconds };
  const [latencies] = await Promise.all([pacedReads(paced), other?.()]);
  return latencies;
}

async function compare(auth: StartedAuth, path: string): Promise<void> {
  const idle = await readsBeside(auth, path);
  const busy = await readsBeside(auth, path, () => signIns(auth, seconds));
  const text = (sorted: number[]) =>
    `p50 ${percentile(sorted, 0.5).toFixed(2)}, p99 ${percentile(sorted, 0.99).toFixed(2)} ms`;
  const ratio = percentile(busy, 0.99) / percentile(idle, 0.99);
  console.log(`GET ${path}, idle: ${text(idle)}; while users sign in: ${text(busy)}`);
  console.log(`  p99 beside sign-ins ÷ idle: ${ratio.toFixed(1)} (goal ≤ 3)`);
}

/** Measures sign-ins and reads, separately and together. */
export async function measure(): Promise<void> {
  const stopServers = await startTestServers();
  const load = loadavg()[0]?.toFixed(1);
  console.log(`load average of the machine before it: ${load}`);
  const auth = await startAuth(20);
  try {
    for (const path of [wireUser, ownUser]) {
      const { perSecond, cpuMs } = await reads(auth, path);
      console.log(`GET ${path}: ${perSecond.toFixed(0)} a second, ${cpuMs.toFixed(2)} ms CPU each`);
    }
    const { perSecond, cpuMs } = await signIns(auth, seconds);
    console.log(`sign-ins: ${perSecond.toFixed(1)} a second, ${cpuMs.toFixed(1)} ms CPU each`);
    for (const path of [wireUser, ownUser]) await compare(auth, path);
    console.log(`auth resident: ${(await auth.service.residentMb()).toFixed(0)} MB`);
  } finally {
    auth.service.stop();
    await stopServers?.();
  }
}
