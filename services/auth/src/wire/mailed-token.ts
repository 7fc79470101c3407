import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { Mailbox } from '../mails/budget.ts';
import type { CodeMail } from '../mails/mails.ts';
import type { MethodName } from '../sessions/session.ts';
import { insertFlowState } from '../tokens/flow-states.ts';
import type { Issued, Wanted } from '../tokens/store.ts';
import { PKCE_PREFIX } from '../tokens/token.ts';
import type { PkceGiven } from './input.ts';
import { type Wire, WireError } from './wire.ts';

/** Returns the seconds until the next mail of this kind is allowed, rounded up. */
export function secondsToWait(sentAt: Date | null, everySeconds: number, now: Date): number {
  if (!sentAt) return 0;
  const leftMs = sentAt.getTime() + everySeconds * 1000 - now.getTime();
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : 0;
}

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

const linkTypes: Record<LinkType, { about: CodeMail['about']; method: MethodName }> = {
  signup: { about: 'sign-up', method: 'email/signup' },
  invite: { about: 'invite', method: 'invite' },
  magiclink: { about: 'sign-in', method: 'magiclink' },
  recovery: { about: 'recovery', method: 'recovery' },
  email_change: { about: 'email-change', method: 'email_change' },
};

/** Inserts the challenge of a PKCE sign-in and returns its id; undefined for the implicit flow. */
export async function beginFlow(
  tx: Tx,
  pkce: PkceGiven | undefined,
  { userId, type }: { userId: string; type: LinkType },
): Promise<string | undefined> {
  if (!pkce) return undefined;
  const id = newId();
  const { challenge, method: challengeMethod } = pkce;
  const { method } = linkTypes[type];
  await insertFlowState(tx, {
    id,
    userId,
    authCode: crypto.randomUUID(),
    challenge,
    challengeMethod,
    method,
  });
  return id;
}

/** Returns the settings of the wire protocol's tokens: their lifetime and the code that each has. */
export const tokenSettings = ({ settings, hashCode }: Wire): Pick<Wanted, 'lifeMs' | 'code'> => ({
  lifeMs: settings.codeLifeSeconds * 1000,
  code: { digits: settings.codeDigits, hash: hashCode },
});

type Link = { type: LinkType; redirectTo: string; flowId?: string | undefined };

const linkQuery = ({ secret }: Issued, { type, redirectTo, flowId }: Link) =>
  new URLSearchParams({ token: `${flowId ? PKCE_PREFIX : ''}${secret}`, type, redirect_to: redirectTo });

/** Returns the protocol's own link, which acts when opened. Operators who send their own mails use it. */
export const verifyLink = ({ settings }: Wire, issued: Issued, link: Link): string =>
  `${settings.apiUrl}/verify?${linkQuery(issued, link)}`;

/** Returns the link for our mails: to a page with a button, or the protocol's link where auth runs alone. */
function mailedLink(wire: Wire, issued: Issued, link: Link): string {
  const { linkPage } = wire.settings;
  return linkPage === undefined ? verifyLink(wire, issued, link) : `${linkPage}#${linkQuery(issued, link)}`;
}

/** Mails a token's code and link. The mail counts against the daily limit of `mailbox`. */
export async function mailToken(
  wire: Wire,
  tx: Tx,
  to: string,
  { issued, ...link }: Link & { issued: Issued },
  mailbox?: Mailbox,
): Promise<void> {
  const { about } = linkTypes[link.type];
  const mail = { about, code: issued.code, link: mailedLink(wire, issued, link) };
  await wire.mails.oneTimeCode(tx, to, mail, mailbox);
}

/**
 * Throws if the last mail of this kind was sent too recently. Where accounts are hidden, it returns true instead,
 * because a refusal would show that the account exists. The caller then skips the mail.
 */
export function isTooSoon(wire: Wire, sentAt: Date | null): boolean {
  if (wire.settings.hidesAccounts) return secondsUntilNext(wire, sentAt) > 0;
  refuseTooSoon(wire, sentAt);
  return false;
}

const secondsUntilNext = ({ settings, clock }: Wire, sentAt: Date | null): number =>
  secondsToWait(sentAt, settings.mailEverySeconds, clock());

/**
 * Throws if the last mail of this kind was sent too recently. The refusal shows that the account exists, so call it
 * only for signed-in users.
 */
export function refuseTooSoon(wire: Wire, sentAt: Date | null): void {
  const seconds = secondsUntilNext(wire, sentAt);
  if (seconds === 0) return;
  const text = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw new WireError(429, 'over_email_send_rate_limit', text);
}
