import { contextOf } from '@closingwire/chassis/handlers';
import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { Request } from 'express';
import { z } from 'zod';
import type { MailKind } from '../mails/budget.ts';
import type { PkceGiven } from './input.ts';
import { redirectOf } from './redirect.ts';
import type { Wire } from './wire.ts';

export const MAIL_REQUEST = 'wire-mail-request';

const common = {
  /** Of the token to insert; a job that runs again finds it. */
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

/** What somebody asks for who need not own the address. */
export const mailRequest = z.discriminatedUnion('call', [recovery, otp, again]);
export type RecoverRequest = z.output<typeof recovery>;
export type OtpRequest = z.output<typeof otp>;
export type ResendRequest = z.output<typeof again>;
type MailRequest = z.output<typeof mailRequest>;

/** Counts the request, and returns what all of them have in common. */
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
 * Does what is asked. Where accounts are hidden a job does it, so that the time of the reply does not say whether there
 * is one, and the budgets are asked for every address alike.
 */
export async function answerMailRequest<R extends MailRequest>(
  wire: Wire,
  request: R,
  { kinds, work }: { kinds: readonly MailKind[]; work: Work<R> },
): Promise<void> {
  await wire.pg.transaction(async tx => {
    if (!wire.settings.hidesAccounts) return work(wire, tx, request);
    for (const kind of kinds) await wire.mails.refuseWhenSpent(tx, kind);
    await addJob(tx, MAIL_REQUEST, request);
  });
}
