import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { CodeMail } from '../mails/mails.ts';
import type { MethodName } from '../sessions/session.ts';
import { linkToken, newCode, PKCE_PREFIX } from '../tokens/code.ts';
import { insertFlowState } from '../tokens/flow-states.ts';
import { savePendingToken } from '../tokens/pending-tokens.ts';
import { secondsToWait } from './mail-wait.ts';
import type { PkceGiven } from './read-input.ts';
import type { Slot } from './verify-type.ts';
import type { Wire } from './wire.ts';
import { WireError } from './wire-error.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

export const flowMethods: Record<LinkType, MethodName> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
};

export type Wanted = {
  userId: string;
  slot: Slot;
  /** Where the code goes; it is made of this address. */
  to: string;
  payload?: object;
  flowId?: string | undefined;
};

export type Issued = { code: string; token: string };

/** Notes the challenge of a sign-in that ends with a code; undefined for the implicit flow. */
export async function beginFlow(
  tx: Tx,
  pkce: PkceGiven | undefined,
  { userId, type }: { userId: string; type: LinkType },
): Promise<string | undefined> {
  if (!pkce) return undefined;
  const id = newId();
  const { challenge, method: challengeMethod } = pkce;
  const authCode = crypto.randomUUID();
  await insertFlowState(tx, { id, userId, authCode, challenge, challengeMethod, method: flowMethods[type] });
  return id;
}

/** Makes a code and its link token, in the place of those before. */
export async function issueToken(wire: Wire, tx: Tx, wanted: Wanted): Promise<Issued> {
  const { settings, clock, hashCode } = wire;
  const code = newCode(settings.codeDigits);
  const token = `${wanted.flowId ? PKCE_PREFIX : ''}${linkToken(wanted.to, code)}`;
  const createdAt = clock();
  await savePendingToken(tx, {
    userId: wanted.userId,
    slot: wanted.slot,
    hash: hashCode(token),
    relatesTo: wanted.to,
    payload: wanted.payload ?? {},
    flowStateId: wanted.flowId ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + settings.codeLifeSeconds * 1000),
  });
  return { code, token };
}

export function verifyLink({ settings }: Wire, token: string, type: LinkType, redirectTo: string): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `${settings.apiUrl}/verify?${query}`;
}

const abouts: Record<LinkType, CodeMail['about']> = {
  signup: 'sign-up',
  invite: 'invite',
  magiclink: 'sign-in',
  recovery: 'recovery',
  email_change: 'email-change',
};

/** Makes a code and mails it with its link, in one transaction. */
export async function mailToken(
  wire: Wire,
  tx: Tx,
  { type, redirectTo, ...wanted }: Wanted & { type: LinkType; redirectTo: string },
): Promise<void> {
  const { code, token } = await issueToken(wire, tx, wanted);
  const link = verifyLink(wire, token, type, redirectTo);
  await wire.mails.oneTimeCode(tx, wanted.to, { about: abouts[type], code, link });
}

/** Refuses a mail that follows another of its kind too soon. */
export function refuseHaste({ settings, clock }: Wire, sentAt: Date | null): void {
  const seconds = secondsToWait(sentAt, settings.mailEverySeconds, clock());
  if (seconds === 0) return;
  const text = `For security purposes, you can only request this after ${seconds} seconds.`;
  throw new WireError(429, 'over_email_send_rate_limit', text);
}
