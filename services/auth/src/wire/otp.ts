import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { Request } from 'express';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import { issueAccess } from '../flows/recovery.ts';
import { confirmUser, signUpPayload } from '../flows/sign-up.ts';
import type { MailKind } from '../mails/budget.ts';
import { findUserByEmail, type LockedUser, lockUserByEmail, patchUser } from '../users/store.ts';
import { isActivated } from '../users/user.ts';
import { mailConfirmation, userOfAddress } from './address.ts';
import { bodyOf, checkMetadata, emailFrom, field, type PkceGiven, pkceFrom } from './input.ts';
import { handleMailRequest, type OtpRequest, openMailRequest, type RecoverRequest } from './mail-request.ts';
import { beginFlow, isTooSoon, mailToken, tokenSettings } from './mailed-token.ts';
import { type Handler, invalid, type Wire, WireError } from './wire.ts';

type Link = {
  tokenId: string;
  type: 'recovery' | 'magiclink';
  pkce?: PkceGiven | undefined;
  redirectTo: string;
  client: RequestOrigin;
};

const requests = { recovery: 'password-reset-requested', magiclink: 'sign-in-link-requested' } as const;

/** Mails a link that signs in: of type `recovery` with the right to choose a password, of type `magiclink` without it. */
async function mailSignInLink(
  wire: Wire,
  tx: Tx,
  user: LockedUser,
  { tokenId, type, pkce, redirectTo, client }: Link,
): Promise<void> {
  const now = wire.clock();
  const flowId = await beginFlow(tx, pkce, { userId: user.id, type });
  const wanted = { id: tokenId, ...tokenSettings(wire), purpose: type, flowStateId: flowId };
  const issued = await issueAccess(tx, user, wanted, now);
  if (!issued) return;
  await audit(tx, client, { action: requests[type], targetId: user.id });
  await mailToken(wire, tx, user.email, { issued, type, redirectTo, flowId });
  await patchUser(tx, user, { recoverySentAt: now });
}

const otpBody = z.object({
  email: field.text,
  phone: field.text,
  channel: field.text,
  data: field.object,
  create_user: z
    .boolean()
    .nullish()
    .transform(value => value ?? true),
  ...field.challenge,
});

/** Mails a code and a link that sign in. For an unconfirmed address they also confirm the account. */
export async function mailOtp(wire: Wire, tx: Tx, request: OtpRequest): Promise<void> {
  const { settings, clock } = wire;
  const { email, data, mayCreate, pkce, redirectTo, client } = request;
  const found = await findUserByEmail(tx, email);
  if (!found && !mayCreate) {
    if (settings.hidesAccounts) return;
    throw new WireError(422, 'otp_disabled', 'Signups not allowed for otp');
  }
  if (!found?.emailConfirmedAt && settings.signUpsDisabled) {
    if (settings.hidesAccounts) return;
    throw new WireError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const added = await userOfAddress(tx, { email, data, now: clock() });
  if (isTooSoon(wire, added.emailConfirmedAt ? added.recoverySentAt : added.confirmationSentAt)) return;
  if (!added.emailConfirmedAt && !settings.autoConfirm) {
    const payload = await signUpPayload(tx, added, { data }, { client, now: clock() });
    return mailConfirmation(wire, tx, added, { payload, pkce, redirectTo });
  }
  const user = added.emailConfirmedAt
    ? added
    : await confirmUser(tx, added, { payload: { data }, now: clock(), client });
  await mailSignInLink(wire, tx, user, { ...request, type: 'magiclink' });
}

function readOtp(req: Request) {
  const body = bodyOf(req, otpBody);
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided');
  if (body.email && body.channel) throw invalid('Channel should only be specified with Phone OTP');
  const pkce = pkceFrom(body);
  if (body.phone) throw new WireError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (!body.email) throw invalid('One of email or phone must be set');
  checkMetadata(body.data);
  return { data: body.data, mayCreate: body.create_user, pkce, email: emailFrom(body.email) };
}

/** Returns the mail kinds whose budgets are checked: for every address those that a new address would need. */
function kindsOf({ settings }: Wire, mayCreate: boolean): MailKind[] {
  const mailsSignUps = mayCreate && !settings.signUpsDisabled && !settings.autoConfirm;
  return mailsSignUps ? ['access', 'sign-up'] : ['access'];
}

export const otp: Handler = async (wire, req, res) => {
  const { data, mayCreate, ...address } = readOtp(req);
  const asked = await openMailRequest(wire, req, address);
  const request = { call: 'otp', ...asked, data, mayCreate } as const;
  await handleMailRequest(wire, request, { kinds: kindsOf(wire, mayCreate), work: mailOtp });
  res.json({});
};

const recoverBody = z.object({ email: field.text, ...field.challenge });

/** Mails a link to choose a new password. An unconfirmed account gets no mail, because a stranger may have made it. */
export async function mailRecovery(wire: Wire, tx: Tx, request: RecoverRequest): Promise<void> {
  await wire.mails.refuseWhenSpent(tx, 'recovery');
  const user = await lockUserByEmail(tx, request.email);
  if (!user || !isActivated(user) || isTooSoon(wire, user.recoverySentAt)) return;
  await mailSignInLink(wire, tx, user, { type: 'recovery', ...request });
}

/** Requests a password reset. The reply is the same for every address. */
export const recover: Handler = async (wire, req, res) => {
  const body = bodyOf(req, recoverBody);
  if (body.email === '') throw invalid('Password recovery requires an email');
  const asked = await openMailRequest(wire, req, { email: emailFrom(body.email), pkce: pkceFrom(body) });
  const request = { call: 'recover', ...asked } as const;
  await handleMailRequest(wire, request, { kinds: ['recovery'], work: mailRecovery });
  res.json({});
};
