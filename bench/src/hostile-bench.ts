import { setTimeout as pause } from 'node:timers/promises';
import { aVisitor, type User } from '@closingwire/e2e/platform/user';
import { startWhole } from '@closingwire/e2e/platform/whole';
import { percentile } from './auth/paced-reads.ts';
import { openSlowRequests } from './hostile/crowd.ts';

/* Measures sign-ins while hundreds of connections hold unfinished requests open. It starts its own platform. */
const CROWD = Number(process.env.CONNECTIONS ?? 500);
const SIGN_INS = Number(process.env.SIGN_INS ?? 200);
const account = { email: 'subscriber@demo.closingwire.test', password: 'closingwire-demo' };

/** Signs in repeatedly, two at a time. Returns sorted times in ms. */
async function signIns(user: User): Promise<number[]> {
  const times: number[] = [];
  const work = async () => {
    while (times.length < SIGN_INS) {
      const begunAt = performance.now();
      const { status, text } = await user.call('POST', '/api/auth/signin', account);
      if (status !== 200) throw new Error(`Expected to be signed in, got ${status}: ${text}`);
      times.push(performance.now() - begunAt);
    }
  };
  await Promise.all([work(), work()]);
  return times.sort((a, b) => a - b);
}

const textOf = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`;

/** Compares sign-ins alone with sign-ins beside hostile connections. */
export async function measure(): Promise<void> {
  const roomy = {
    REQUESTS_PER_NETWORK: '100000',
    SIGN_IN_REQUESTS_PER_NETWORK: '100000',
    LOG_LEVEL: 'error',
  };
  const { addresses, stop } = await startWhole({ env: () => roomy });
  try {
    const user = aVisitor(addresses);
    await signIns(user);
    const idle = await signIns(user);
    const crowd = openSlowRequests(addresses.url, CROWD);
    await pause(3_000);
    const open = crowd.open;
    const beside = await signIns(user);
    console.log(`sign-in, alone: ${textOf(idle)}`);
    console.log(`beside ${open} to ${crowd.open} hostile connections: ${textOf(beside)}`);
    const ratio = percentile(beside, 0.99) / percentile(idle, 0.99);
    console.log(`  p99 beside them ÷ alone: ${ratio.toFixed(1)} (goal ≤ 3)`);
    crowd.leave();
  } finally {
    await stop();
  }
}
