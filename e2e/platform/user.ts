import { serviceFetch } from '@closingwire/chassis/http-client';
import { newId } from '@closingwire/chassis/ids';
import { termsVersion } from '@closingwire/contracts/terms';
import { linkIn, mailAbout } from './mail-sink.ts';
import type { WholeAddresses } from './whole-addresses.ts';

export type Answer = { status: number; headers: Headers; text: string; json: unknown };

/** A client with cookies that calls the product as its pages do. */
export type User = {
  email: string;
  password: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a body unchanged. */
  send(
    method: string,
    path: string,
    body: string | undefined,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Returns a cookie's value; undefined if it is not set. */
  cookie(name: string): string | undefined;
};

/** A user with an account. */
export type KnownUser = User & { id: string };

export const somePassword = 'correct horse battery';

/** Returns a client without a session. */
export function aVisitor({ url }: Pick<WholeAddresses, 'url'>, email = `ada-${newId()}@example.com`): User {
  const jar = new Map<string, string>();
  const send: User['send'] = async (method, path, body, headers = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    // serviceFetch repeats a request that a closed keep-alive connection did not take, as browsers do.
    const reply = await serviceFetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: { origin: url, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
      // Longer than a request waits for a restarting service.
      signal: AbortSignal.timeout(75_000),
    });
    storeCookies(jar, reply.headers.getSetCookie());
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, json: parsed(text) };
  };
  return {
    email,
    password: somePassword,
    cookie: name => jar.get(name),
    send,
    call: (method, path, body, headers) =>
      body === undefined
        ? send(method, path, undefined, headers)
        : send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
  };
}

function storeCookies(jar: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const signUpOf = ({ email, password }: User, industry = 'Mortgages') => ({
  email,
  password,
  firstName: 'Ada',
  lastName: 'Example',
  phone: '555-0100',
  industry,
  companyName: 'Example Ltd',
  teamSize: 'Just me (1)',
  termsVersion,
});

/** Presses the button on an emailed link's page. The reply contains the next path. */
export function pressLink(user: User, link: string): Promise<Answer> {
  const { search, hash } = new URL(link);
  const token = new URLSearchParams(hash.slice(1) || search).get('token') ?? '';
  return user.call('POST', '/api/auth/link', { token });
}

/** Registers a user, opens the emailed link in the same browser, and returns them signed in with a running trial. */
export async function aSubscriberToBe(
  whole: Pick<WholeAddresses, 'url' | 'mailApiUrl'>,
  industry?: string,
): Promise<KnownUser> {
  const user = aVisitor(whole);
  await expectStatus(user.call('POST', '/api/auth/signup', signUpOf(user, industry)), 200);
  const mail = await mailAbout(whole.mailApiUrl, user.email, /confirm/i);
  await expectStatus(user.call('GET', linkIn(mail, '/api/auth/confirm')), 303);
  return { ...user, id: await idOf(user) };
}

/** Signs in with a password. */
export async function signedIn(whole: WholeAddresses, email: string, password: string) {
  const user = { ...aVisitor(whole, email), password };
  await expectStatus(user.call('POST', '/api/auth/signin', { email, password }), 200);
  return { ...user, id: await idOf(user) };
}

/** Signs in as the demo data's admin. */
export const demoAdmin = (whole: WholeAddresses) =>
  signedIn(whole, 'admin@demo.closingwire.test', 'closingwire-demo');

async function idOf(user: User): Promise<string> {
  const { json } = await expectStatus(user.call('GET', '/api/auth/user'), 200);
  const { id } = (json ?? {}) as { id?: string };
  if (id === undefined) throw new Error(`${user.email} is not signed in`);
  return id;
}

export async function expectStatus(pending: Promise<Answer>, status: number): Promise<Answer> {
  const answer = await pending;
  if (answer.status !== status)
    throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer;
}
