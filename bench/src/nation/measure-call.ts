import { Agent, get } from 'node:http';
import autocannon from 'autocannon';
import { cpuMsEach } from '../leads/leads-platform.ts';
import { percentile } from '../quantiles.ts';
import type { Call } from './calls.ts';

const TOGETHER = 50;
const SECONDS = Number(process.env.SECONDS ?? 3);
/** A call that takes longer alone is not measured with fifty connections. */
const TOO_SLOW_MS = 400;

export type CallFigures = {
  name: string;
  status: number;
  kilobytes: number;
  alone: { p50: number; p99: number };
  together: { p50: number; p99: number; perSecond: number; failed: number } | undefined;
  /** CPU ms per request, by process. */
  cpu: Record<string, number>;
};

function timed(agent: Agent, url: string, headers: Record<string, string>) {
  const startedAt = performance.now();
  return new Promise<{ ms: number; status: number; bytes: number }>((resolve, reject) => {
    const request = get(url, { agent, headers }, reply => {
      let bytes = 0;
      reply.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      reply.once('end', () =>
        resolve({ ms: performance.now() - startedAt, status: reply.statusCode ?? 0, bytes }),
      );
    });
    request.once('error', reject);
  });
}

async function alone(url: string, headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true });
  const replies = [];
  for (const end = performance.now() + SECONDS * 500; performance.now() < end || replies.length < 12; ) {
    replies.push(await timed(agent, url, headers));
  }
  agent.destroy();
  const warm = replies.slice(Math.min(10, replies.length - 2));
  const ms = warm.map(reply => reply.ms).sort((a, b) => a - b);
  const last = replies.at(-1);
  return {
    status: last?.status ?? 0,
    kilobytes: (last?.bytes ?? 0) / 1_024,
    p50: percentile(ms, 0.5),
    p99: percentile(ms, 0.99),
  };
}

/** Measures a call at the public address with one connection, then fifty. */
export async function measureCall(
  { name, path }: Call,
  at: { url: string; headers: Record<string, string>; cpuSeconds: () => Map<string, number> },
): Promise<CallFigures> {
  const url = at.url + path;
  const { status, kilobytes, ...single } = await alone(url, at.headers);
  if (single.p50 > TOO_SLOW_MS || status !== 200) {
    return { name, status, kilobytes, alone: single, together: undefined, cpu: {} };
  }
  const before = at.cpuSeconds();
  const load = await autocannon({ url, headers: at.headers, connections: TOGETHER, duration: SECONDS });
  const cpu = cpuMsEach(before, at.cpuSeconds(), Math.max(1, load.requests.total));
  const together = {
    p50: load.latency.p50,
    p99: load.latency.p99,
    perSecond: load.requests.average,
    failed: load.non2xx + load.errors,
  };
  return {
    name,
    status,
    kilobytes,
    alone: single,
    together,
    cpu: Object.fromEntries(cpu.filter(([, ms]) => ms >= 0.02)),
  };
}
