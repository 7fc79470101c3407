import { createHash } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import { parseInput } from '@closingwire/chassis/problem';
import express from 'express';
import { z } from 'zod';
import { Plan } from '../reso/plan.ts';
import { failAsPlanned, sendHalf } from '../reso/reply.ts';

/** The results of both kinds, the usual one first. */
const resultsOf = {
  verification: ['deliverable', 'undeliverable', 'risky', 'unknown'],
  'line-type': ['mobile', 'landline', 'voip', 'unknown'],
} as const;

const kinds = ['verification', 'line-type'] as const;
type Kind = (typeof kinds)[number];

const asked = z.object({
  kind: z.enum(kinds),
  contacts: z.array(z.object({ id: z.string(), value: z.string() })).max(100),
});

/** A name in the address, such as risky@example.com, gives its result; others get one by their hash. */
function resultOf(kind: Kind, value: string): string {
  const named = resultsOf[kind].find(result => value.startsWith(`${result}@`));
  const [first = 0] = createHash('sha256').update(value).digest();
  const others = resultsOf[kind].slice(1);
  return named ?? (first < 200 ? resultsOf[kind][0] : (others[first % others.length] ?? 'unknown'));
}

/** The contacts that a test provider was asked about, and the faults that a test plans. */
export type ContactProvider = { plan: Plan; contacts: string[]; results: Map<string, string> };

export const contactProvider = (): ContactProvider => ({
  plan: new Plan(),
  contacts: [],
  results: new Map(),
});

type Options = { provider: ContactProvider; key: string };

/** Serves the contract of docs/contact-providers.md, as a provider of both kinds. */
export function contactsRoute({ provider, key }: Options): (app: express.Router) => void {
  const { plan, contacts: seen, results } = provider;
  return app => {
    app.post('/contacts', express.json({ limit: '1mb' }), async (request, response) => {
      const planned = plan.begin({ at: new Date().toISOString(), url: request.originalUrl });
      if (request.get('authorization') !== `Bearer ${key}`)
        throw new AppError('unauthenticated', 'wrong_key', 'Expected the key of the provider');
      const { kind, contacts } = parseInput(asked, request.body);
      if (await failAsPlanned(planned, response)) return;
      if (response.headersSent) return;
      seen.push(...contacts.map(({ value }) => value));
      const body = JSON.stringify({
        results: contacts.map(({ id, value }) => ({
          id,
          result: results.get(value) ?? resultOf(kind, value),
        })),
      });
      if (planned?.kind === 'short-body' || planned?.kind === 'cut-json')
        return sendHalf({ request, response }, [body], planned.kind);
      response.type('application/json').send(body);
    });
  };
}
