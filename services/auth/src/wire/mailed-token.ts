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

/** Whole seconds until the next mail of a kind may be asked for; 0 when it may now. */
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

/** Inserts the challenge of a sign-in that ends with a code; undefined for the implicit flow. */
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

/** How long the protocol's links and codes work, and that there is a code beside each link. */
export const tokenSettings = ({ settings, hashCode }: Wire): Pick<Wanted, 'lifeMs' | 'code'> => ({
  lifeMs: settings.codeLifeSeconds * 1000,
  code: { digits: settings.codeDigits, hash: hashCode },
});

type Link = { type: LinkType; redirectTo: string; flowId?: string | undefined };

/** What a link carries: the secret, marked when its sign-in ends with a code. */
export const linkToken = ({ secret }: Issued, flowId?: string): string =>
  `${flowId ? PKCE_PREFIX : ''}${secret}`;

const linkQuery = (issued: Issued, { type, redirectTo, flowId }: Link) =>
  new URLSearchParams({ token: linkToken(issued, flowId), type, redirect_to: redirectTo });

/** The protocol's own link, which acts when it is opened: for operators who write their own mails. */
export const verifyLink = ({ settings }: Wire, issued: Issued, link: Link): string =>
  `${settings.apiUrl}/verify?${linkQuery(issued, link)}`;

/** The link of our mails: it leads to a page with a button, where there are pages. A service that runs alone has none. */
function mailedLink(wire: Wire, issued: Issued, link: Link): string {
  const { linkPage } = wire.settings;
  return linkPage === undefined ? verifyLink(wire, issued, link) : `${linkPage}#${linkQuery(issued, link)}`;
}

/** Mails the code of a token with its link, in the transaction that inserted it; `mailbox` where it counts there. */
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
 * Refuses a mail that follows another of its kind too soon. Where accounts are hidden it returns true instead, since
 * a refusal would show that there is one: the mail is then not sent, and the reply is as ever.
 */
export function isTooSoon(wire: Wire, sentAt: Date | null): boolean {
  if (wire.settings.hidesAccounts) return secondsUntilNext(wire, sentAt) > 0;
  refuseTooSoon(wire, sentAt);
  return false;
}

const secondsUntilNext = ({ settings, clock }: Wire, sentAt: Date | null): number =>
  secondsToWait(sentAt, settings.mailEverySeconds, clock());

/** Refuses a mail to the one who asks that follows another of its kind too soon. */
export function refuseTooSoon(wire: Wire, sentAt: Date | null): void {
  const seconds = secondsUntilNext(wire, sentAt);
  if (seconds === 0) return;
  const text = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw new WireError(429, 'over_email_send_rate_limit', text);
}
