import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@closingwire/chassis/retry';
import {
  type BatchReply,
  batchReply,
  batchState,
  type DryRunReply,
  dryRunReply,
  type Reject,
} from '@closingwire/contracts/ingestion';
import { leadsApi } from '@closingwire/contracts/leads';
import { z } from 'zod';
import type { DateOrder } from '../reading/day.ts';
import { utf8Bytes } from '../reading/utf8-text.ts';

type ClientOptions = {
  publicUrl: string;
  key: string;
  /** Called before each retry. */
  onRetry: (reason: string) => void;
  /** How long to retry while the product cannot be reached. */
  patienceMs: number;
};

/** How the API has to read a file. */
type Reading = { map: string | undefined; dates: DateOrder };

/** Rejected rows, and cells left out of accepted ones. */
type BatchLines = { rejects: Reject[]; dropped: Reject[] };

const worthRepeating = new Set([408, 425, 429, 502, 503, 504]);
const REQUEST_MS = 120_000;
/** A whole file goes in one request; the gateway permits it as long. */
const DRY_RUN_MS = 10 * 60_000;
const PAGE = 200;

const problem = z.object({ message: z.string() });

/** Calls the ingestion API; retries when the connection breaks or the product is down. */
export function ingestionClient({ publicUrl, key, onRetry, patienceMs }: ClientOptions) {
  const url = `${publicUrl.replace(/\/$/, '')}/api/v1/leads`;

  async function once(path: string, { headers, ...init }: RequestInit): Promise<Response | string> {
    try {
      const reply = await fetch(`${url}${path}`, {
        signal: AbortSignal.timeout(REQUEST_MS),
        ...init,
        headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...headers },
      });
      return worthRepeating.has(reply.status) ? `${reply.status} ${await messageOf(reply)}` : reply;
    } catch (error) {
      return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    }
  }

  /** Sends a request until there is a reply; `initOf` makes each one, because a stream is read once. */
  async function call(path: string, initOf: () => RequestInit = () => ({})): Promise<unknown> {
    const giveUpAt = Date.now() + patienceMs;
    for (let attempt = 0; ; attempt++) {
      const outcome = await once(path, initOf());
      if (typeof outcome !== 'string') {
        if (outcome.ok) return outcome.json();
        throw new Error(`The ingestion API answered ${outcome.status}: ${await messageOf(outcome)}`);
      }
      if (Date.now() > giveUpAt) throw new Error(`The ingestion API cannot be reached at ${url}: ${outcome}`);
      onRetry(outcome);
      await sleep(backoffMs(attempt, 500, 10_000));
    }
  }

  async function stateOf(batchId: string, page = 1) {
    const path = leadsApi.batchOf['~orpc'].route.path?.replace('{batchId}', batchId) ?? '';
    return batchState.parse(await call(`${path.slice('/api/v1/leads'.length)}?page=${page}&limit=${PAGE}`));
  }

  return {
    async send(body: string, type: string, reading: Reading): Promise<BatchReply> {
      const init = { method: 'POST', body: utf8Bytes(body), headers: { 'content-type': type } };
      return batchReply.parse(await call(`?${queryOf(reading)}`, () => init));
    },

    /** Sends a whole file; nothing is delivered. */
    async dryRun(bytesOf: () => AsyncIterable<Buffer>, reading: Reading): Promise<DryRunReply> {
      const initOf = () => ({
        method: 'POST',
        body: ReadableStream.from(bytesOf()),
        duplex: 'half' as const,
        headers: { 'content-type': 'application/octet-stream' },
        signal: AbortSignal.timeout(DRY_RUN_MS),
      });
      return dryRunReply.parse(await call(`?${queryOf({ ...reading, dryRun: 'true' })}`, initOf));
    },

    stateOf,

    /** Returns every line of a batch; reads all pages if the reply does not contain them. */
    async linesOf({ batchId, rejected, droppedCells, rejects, dropped }: BatchReply): Promise<BatchLines> {
      if (rejected <= rejects.length && droppedCells <= dropped.length) return { rejects, dropped };
      const lines: BatchLines = { rejects: [], dropped: [] };
      for (let page = 1; ; page++) {
        const found = await stateOf(batchId, page);
        lines.rejects.push(...found.rejects);
        lines.dropped.push(...found.dropped);
        if (found.rejects.length < PAGE && found.dropped.length < PAGE) return lines;
      }
    },
  };
}

export type IngestionClient = ReturnType<typeof ingestionClient>;

function queryOf({ map, ...rest }: Reading & { dryRun?: string }): URLSearchParams {
  return new URLSearchParams(map ? { ...rest, map } : rest);
}

async function messageOf(reply: Response): Promise<string> {
  const text = await reply.text();
  try {
    return problem.parse(JSON.parse(text)).message;
  } catch {
    return text.slice(0, 200);
  }
}
