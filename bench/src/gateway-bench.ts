import { testIdentity } from '@closingwire/chassis/testing';
import autocannon from 'autocannon';
import { type Child, startChild } from './gateway/child.ts';
import { median } from './quantiles.ts';

/* Compares the gateway's cost per signed-in, proxied request with Express + http-proxy-middleware and fastify + @fastify/http-proxy, in front of the same service. `SECONDS` and `ROUNDS` set the length; `KAFKA_BROKERS` gives the gateway a broker. */
const seconds = Number(process.env.SECONDS ?? 8);
const rounds = Number(process.env.ROUNDS ?? 3);
const script = (path: string) => new URL(path, import.meta.url);

type Load = { url: string; cookie: string; connections: number };

async function load({ url, cookie, connections }: Load, duration = seconds) {
  const result = await autocannon({
    url: `${url}/api/user/agents?page=1&limit=25`,
    connections,
    duration,
    headers: { cookie, accept: 'application/json', 'accept-encoding': 'gzip, br' },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return { requests: result.requests.total, perSecond: result.requests.average, p50: result.latency.p50 };
}

/** Returns the median latency of one connection in ms. autocannon rounds to whole ms, hence our own timing. */
async function medianMs({ url, cookie }: Omit<Load, 'connections'>): Promise<number> {
  const samples: number[] = [];
  for (let request = 0; request < 3_000; request++) {
    const startedAt = performance.now();
    const reply = await fetch(`${url}/api/user/agents`, { headers: { cookie } });
    await reply.arrayBuffer();
    samples.push(performance.now() - startedAt);
  }
  return median(samples.slice(500));
}

async function measureChild(child: Child, cookie: string) {
  await load({ url: child.url, cookie, connections: 50 }, 2);
  const before = await child.cpuMs();
  const { requests, perSecond } = await load({ url: child.url, cookie, connections: 50 });
  const cpuMsPerRequest = ((await child.cpuMs()) - before) / requests;
  return { cpuMsPerRequest, perSecond };
}

/** Compares the gateway with its peers and with the service alone. */
export async function measure(): Promise<void> {
  const identity = await testIdentity();
  const cookie = `cw_access=${await identity.tokenFor()}`;
  const service = await startChild(script('./gateway/upstream.ts'));
  const upstream = { UPSTREAM_URL: service.url };
  const express = await startChild(script('./gateway/express-peer.ts'), upstream);
  const fastify = await startChild(script('./gateway/fastify-peer.ts'), upstream);
  const gateway = await startChild(script('../../gateway/src/main.ts'), {
    LOG_LEVEL: 'error',
    LEADS_URL: service.url,
    JWKS_URL: identity.jwksUrl,
    TOKEN_ISSUER: identity.issuer,
    SERVICE_SECRET: identity.serviceSecret,
    KAFKA_BROKERS: process.env.KAFKA_BROKERS ?? '127.0.0.1:19092',
    KAFKA_TOPIC_PREFIX: `bench${process.pid}.`,
    FRONTEND_DIST: '/nonexistent',
    REQUESTS_PER_NETWORK: '1000000000',
  });

  const measured = { express: [] as number[], fastify: [] as number[], gateway: [] as number[] };
  const rates = { service: [] as number[], gateway: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    rates.service.push((await measureChild(service, cookie)).perSecond);
    for (const [name, child] of [
      ['express', express],
      ['fastify', fastify],
      ['gateway', gateway],
    ] as const) {
      const { cpuMsPerRequest, perSecond } = await measureChild(child, cookie);
      measured[name].push(cpuMsPerRequest);
      if (name === 'gateway') rates.gateway.push(perSecond);
      console.log(
        `round ${round}  ${name.padEnd(8)} ${cpuMsPerRequest.toFixed(4)} ms CPU/request  ${perSecond} requests/s`,
      );
    }
  }
  const direct = await medianMs({ url: service.url, cookie });
  const through = await medianMs({ url: gateway.url, cookie });
  const ratio = (peer: number[]) => (median(measured.gateway) / median(peer)).toFixed(2);
  const share = median(rates.gateway) / median(rates.service);
  console.log(`requests/s, gateway ÷ an upstream that does nothing: ${share.toFixed(2)}`);
  console.log(
    `CPU per request, gateway ÷ express + http-proxy-middleware: ${ratio(measured.express)} (goal ≤ 1.0)`,
  );
  console.log(`CPU per request, gateway ÷ fastify + @fastify/http-proxy: ${ratio(measured.fastify)}`);
  console.log(`p50 added at one connection: ${(through - direct).toFixed(3)} ms (goal ≤ 0.2)`);
  console.log(`gateway resident: ${(await gateway.residentMb()).toFixed(0)} MB`);
  for (const child of [gateway, express, fastify, service]) child.stop();
}
