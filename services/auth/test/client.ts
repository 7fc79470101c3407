import { type Queries, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { MailToSend } from '../src/mails/mails.ts';
import type { StartedAuth } from './start-auth.ts';

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers };

export async function call(
  auth: StartedAuth,
  method: string,
  path: string,
  { body, token, headers }: { body?: object; token?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const reply = await fetch(new URL(path, auth.url), {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json');
  return { status: reply.status, body: isJson ? JSON.parse(text) : {}, headers: reply.headers };
}

let count = 0;

export const PASSWORD = 'a-good-password';

/** Returns a sign-up form with an unused address. */
export function newForm(fields: Record<string, string> = {}) {
  count += 1;
  return {
    firstName: 'Nora',
    lastName: 'Newcomer',
    email: `nora.${count}.${process.pid}@example.com`,
    password: PASSWORD,
    phone: '555-0123',
    industry: 'Mortgages',
    companyName: 'Newcomer Lending',
    teamSize: 'Just me (1)',
    ...fields,
  };
}

/** Waits for a mail of a template to an address and returns the newest. */
export function mailTo<T extends MailToSend['mail']['template']>(auth: StartedAuth, to: string, template: T) {
  type Mail = Extract<MailToSend['mail'], { template: T }>;
  return until(() => auth.mails.findLast(m => m.to === to && m.mail.template === template)?.mail as Mail);
}

/** Waits until no job is left, so that every mail has been sent. */
export const jobsDone = ({ pg }: { pg: Queries }) =>
  until(async () => (await pg.query(sql`select 1 from graphile_worker._private_jobs`)).length === 0);

/** Signs up and confirms. Returns the form and the tokens of the session. */
export async function registerUser(auth: StartedAuth, fields: Record<string, string> = {}) {
  const form = newForm(fields);
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const opened = await pressLink(auth, link);
  return { form, ...tokensOf(opened) };
}

/** Returns the secret in a mailed link, from its fragment or its query. */
export function secretIn(link: string): string {
  const { search, hash } = new URL(link);
  return new URLSearchParams(hash.slice(1) || search).get('token') ?? '';
}

type Pressing = { token?: string; next?: string };

/** Presses the button on a mailed link's page. `token`: the browser's session. */
export function pressLink(auth: StartedAuth, link: string, { token, next }: Pressing = {}): Promise<Reply> {
  const body = { token: secretIn(link), ...(next && { next }) };
  return call(auth, 'POST', '/api/auth/link', { body, ...(token && { token }) });
}

export function tokensOf(reply: Reply): { access: string; refresh: string } {
  const cookies = new Map(
    reply.headers.getSetCookie().map(cookie => {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
  return { access: cookies.get('cw_access') ?? '', refresh: cookies.get('cw_refresh') ?? '' };
}
