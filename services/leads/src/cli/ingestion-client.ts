import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@closingwire/chassis/retry';
import { type BatchReply, batchReply, batchState, type Reject } from '@closingwire/contracts/ingestion';
import { leadsApi } from '@closingwire/contracts/leads';
import { z } from 'zod';
import { utf8Bytes } from '../reading/utf8-text.ts';

type ClientOptions = {
  publicUrl: string;
  key: string;
  /** Called before each retry. */
  onRetry: (reason: string) => void;
  /** How long to retry while the product cannot be reached. */
  patienceMs: number;
};

const worthRepeating = new Set([408, 425, 429, 502, 503, 504]);
const REQUEST_MS = 120_000;
const PAGE = 200;

const problem = z.object({ message: z.string() });

/** Calls the ingestion API; retries when the connection breaks or the product is down. */
export function ingestionClient({ publicUrl, key, onRetry, patienceMs }: ClientOptions) {
  const url = `${publicUrl.replace(/\/$/, '')}/api/v1/leads`;

  async function once(path: string, init: RequestInit): Promise<Response | string> {
    try {
      const reply = await fetch(`${url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...init.headers },
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      return worthRepeating.has(reply.status) ? `${reply.status} ${await messageOf(reply)}` : reply;
    } catch (error) {
      return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    }
  }

  async function call(path: string, init: RequestInit = {}): Promise<unknown> {
    const giveUpAt = Date.now() + patienceMs;
    for (let attempt = 0; ; attempt++) {
      const outcome = await once(path, init);
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
    async send(body: string, { type, map }: { type: string; map: string | undefined }): Promise<BatchReply> {
      const query = map ? `?map=${encodeURIComponent(map)}` : '';
      const init = { method: 'POST', body: utf8Bytes(body), headers: { 'content-type': type } };
      return batchReply.parse(await call(query, init));
    },

    stateOf,

    /** Returns every reject of a batch; reads all pages if the reply does not contain them. */
    async rejectsOf(reply: BatchReply): Promise<Reject[]> {
      if (reply.rejected <= reply.rejects.length) return reply.rejects;
      const rejects: Reject[] = [];
      for (let page = 1; rejects.length < reply.rejected; page++) {
        const found = (await stateOf(reply.batchId, page)).rejects;
        if (found.length === 0) break;
        rejects.push(...found);
      }
      return rejects;
    },
  };
}

async function messageOf(reply: Response): Promise<string> {
  const text = await reply.text();
  try {
    return problem.parse(JSON.parse(text)).message;
  } catch {
    return text.slice(0, 200);
  }
}
