import { contextOf } from '@closingwire/chassis/handlers';
import { newId } from '@closingwire/chassis/ids';
import { defineJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { Request } from 'express';
import { z } from 'zod';
import type { MailKind } from '../mails/budget.ts';
import { hasEnoughTokens } from '../tokens/store.ts';
import { lockUserByEmail } from '../users/store.ts';
import { mailConfirmation, mailEmailChange } from './address.ts';
import { bodyOf, emailFrom, field, type PkceGiven, pkceFrom } from './input.ts';
import { isTooSoon } from './mailed-token.ts';
import { redirectOf } from './redirect.ts';
import { type Handler, invalid, type Wire, WireError } from './wire.ts';

const common = {
  /** Chosen before the job is enqueued, so that a repeated job inserts one token. */
  tokenId: z.uuid(),
  email: z.string(),
  pkce: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).optional(),
  redirectTo: z.string(),
  client: z.object({ id: z.string(), ip: z.string(), userAgent: z.string() }),
};
const recovery = z.object({ call: z.literal('recover'), ...common });
const otp = z.object({
  call: z.literal('otp'),
  ...common,
  data: z.record(z.string(), z.unknown()),
  mayCreate: z.boolean(),
});
const again = z.object({ call: z.literal('resend'), ...common, type: z.string() });

/** Requests that anyone can send for any address. */
const mailRequest = z.discriminatedUnion('call', [recovery, otp, again]);
export type RecoverRequest = z.output<typeof recovery>;
export type OtpRequest = z.output<typeof otp>;
type ResendRequest = z.output<typeof again>;
export type MailRequest = z.output<typeof mailRequest>;

export const mailRequestJob = defineJob('wire-mail-request', mailRequest);

/** Counts the request against the limit, and returns the fields that all mail requests have. */
export async function openMailRequest(
  wire: Wire,
  req: Request,
  { email, pkce }: { email: string; pkce: PkceGiven | undefined },
) {
  const { request, responseHeaders } = contextOf(req);
  const { id, ip, userAgent } = request;
  await wire.limits.recovery.count({ account: email, ip }, responseHeaders);
  const client = { id, ip, userAgent };
  return { tokenId: newId(), email, pkce, redirectTo: redirectOf(wire, req), client };
}

type Work<R> = (wire: Wire, tx: Tx, request: R) => Promise<void>;

/**
 * Runs the request. Where accounts are hidden, a job runs it, so that the reply's time does not show whether the
 * account exists. Then the budgets are checked for every address.
 */
export async function handleMailRequest<R extends MailRequest>(
  wire: Wire,
  request: R,
  { kinds, work }: { kinds: readonly MailKind[]; work: Work<R> },
): Promise<void> {
  await wire.pg.transaction(async tx => {
    if (!wire.settings.hidesAccounts) return work(wire, tx, request);
    for (const kind of kinds) await wire.mails.refuseWhenSpent(tx, kind);
    await mailRequestJob.enqueue(tx, request);
  });
}

const resendBody = z.object({ type: field.text, email: field.text, phone: field.text, ...field.challenge });

function readResend(req: Request) {
  const body = bodyOf(req, resendBody);
  if (!/^(signup|email_change|sms|phone_change)$/.test(body.type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  const pkce = pkceFrom(body);
  if (!body.email && body.type === 'signup') throw invalid('Type provided requires an email address');
  if (!body.phone && body.type === 'sms') throw invalid('Type provided requires a phone number');
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided.');
  }
  if (body.phone) throw new WireError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!body.email) throw invalid('Missing email address or phone number');
  return { type: body.type, email: emailFrom(body.email), pkce };
}

export async function mailAgain(wire: Wire, tx: Tx, request: ResendRequest): Promise<void> {
  const { type, email, pkce, redirectTo } = request;
  await wire.mails.refuseWhenSpent(tx, 'sign-up');
  const user = await lockUserByEmail(tx, email);
  if (user && type === 'signup' && !user.emailConfirmedAt && !isTooSoon(wire, user.confirmationSentAt)) {
    await mailConfirmation(wire, tx, user, { pkce, redirectTo });
  }
  if (user?.newEmail && type === 'email_change' && !isTooSoon(wire, user.emailChangeSentAt)) {
    const again = { userId: user.id, purpose: 'email_change_new' } as const;
    if (await hasEnoughTokens(tx, again, wire.clock())) return;
    await mailEmailChange(wire, tx, user, { newEmail: user.newEmail, pkce, redirectTo, isAgain: true });
  }
}

/** Repeats a mail. The reply is the same for an address without an account. */
export const resend: Handler = async (wire, req, res) => {
  const { type, ...address } = readResend(req);
  const asked = await openMailRequest(wire, req, address);
  const request = { call: 'resend', ...asked, type } as const;
  await handleMailRequest(wire, request, { kinds: ['sign-up'], work: mailAgain });
  res.json({});
};
