import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Paced = { url: string; headers: Record<string, string>; perSecond: number; seconds: number };

function timedGet(agent: Agent, { url, headers }: Paced): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, reply => {
      reply.resume();
      reply.once('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${url} answered ${reply.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}

/** Returns sorted latencies in ms of reads at a steady rate, sent without waiting for earlier replies. */
export async function pacedReads(paced: Paced): Promise<number[]> {
  const { perSecond, seconds } = paced;
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    await pause(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()));
    const read = timedGet(agent, paced);
    read.catch(() => {});
    running.push(read);
  }
  const latencies = await Promise.all(running);
  agent.destroy();
  return latencies.toSorted((a, b) => a - b);
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
