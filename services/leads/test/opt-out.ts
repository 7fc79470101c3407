import { changesNamedIn, until } from '@closingwire/chassis/testing';
import { optOut } from '@closingwire/contracts/opt-out';
import { z } from 'zod';
import type { startLeads } from './start-leads.ts';

const listed = z.object({ optOuts: z.array(optOut), total: z.int(), needsReview: z.int() });

type Leads = Awaited<ReturnType<typeof startLeads>>;
export type Asked = { email: string; phone?: string; licenseNumber?: string };

/** Makes the public calls of an agent. */
export function optOutOf(leads: Leads) {
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${leads.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'an-agent/1.0' },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const ask = (asked: Asked) => post('/api/opt-out', asked);
  const confirm = (token: string) => post('/api/opt-out/confirm', { token });
  /** Makes the call of the link's page. */
  const look = async (token: string) => {
    const reply = await fetch(`${leads.url}/api/opt-out/link?${new URLSearchParams({ token })}`);
    return { status: reply.status, cached: reply.headers.get('cache-control'), body: await reply.json() };
  };

  /** Returns the secret of the n-th link mailed to this address. */
  async function tokenFor(email: string, n = 0): Promise<string> {
    const kept = await until(() => leads.notifications.mailsTo(email)[n]);
    if (kept.mail.template !== 'confirm-opt-out') throw new Error(`Got a mail of ${kept.mail.template}`);
    const { pathname, searchParams } = new URL(kept.mail.link);
    if (pathname !== '/opt-out/confirm') throw new Error(`Got a link to ${pathname}`);
    return searchParams.get('token') ?? '';
  }
  return {
    ask,
    confirm,
    look,
    tokenFor,
    /** Requests an opt-out and opens its link. */
    async optOut(asked: Asked) {
      await ask(asked);
      return confirm(await tokenFor(asked.email));
    },
  };
}

/** An admin who can review and undo opt-outs. */
export async function optOutAdminOf(
  leads: Leads,
  user: { isAdmin?: boolean; id?: string } = { isAdmin: true },
) {
  const token = await leads.identity.tokenFor(user);
  async function call(method: string, path: string, body?: object) {
    const reply = await fetch(`${leads.url}/api/admin/opt-outs${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json(), changes: changesNamedIn(reply) };
  }
  return {
    call,
    list: async (query: Record<string, string> = {}) =>
      listed.parse((await call('GET', `?${new URLSearchParams(query)}`)).body),
    review: (id: string, decision: string) => call('PUT', `/${id}/review`, { decision }),
    undo: (id: string) => call('POST', `/${id}/undo`),
  };
}
