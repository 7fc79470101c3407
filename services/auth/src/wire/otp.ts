import type { Tx } from '@closingwire/chassis/pg';
import type { Request } from 'express';
import { z } from 'zod';
import { confirmUser, signUpPayload } from '../flows/sign-up.ts';
import type { MailKind } from '../mails/mail-budget.ts';
import { findUserByEmail } from '../users/store.ts';
import { bodyOf, challenge, object, text } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { answerMailRequest, type OtpRequest, openMailRequest } from './mail-request.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';
import { isTooSoon } from './mailed-token.ts';
import { mailConfirmation, userOfAddress } from './new-user.ts';
import { checkMetadata, emailFrom, pkceFrom } from './read-input.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

const otpBody = z.object({
  email: text,
  phone: text,
  channel: text,
  data: object,
  create_user: z
    .boolean()
    .nullish()
    .transform(value => value ?? true),
  ...challenge,
});

/** Mails a code and a link that sign in; to a new address, the ones that make the account. */
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

/** Which budgets a request may draw on: also one for an account asks for those that a new address would. */
function kindsOf({ settings }: Wire, mayCreate: boolean): MailKind[] {
  const mailsSignUps = mayCreate && !settings.signUpsDisabled && !settings.autoConfirm;
  return mailsSignUps ? ['access', 'sign-up'] : ['access'];
}

export function otpEndpoints(wire: Wire): Endpoint[] {
  async function handle(req: Request): Promise<void> {
    const { data, mayCreate, ...address } = readOtp(req);
    const asked = await openMailRequest(wire, req, address);
    const request = { call: 'otp', ...asked, data, mayCreate } as const;
    await answerMailRequest(wire, request, { kinds: kindsOf(wire, mayCreate), work: mailOtp });
  }

  return ['/otp', '/magiclink'].map(path => ({
    method: 'post',
    path,
    async handle(req, res) {
      await handle(req);
      res.json({});
    },
  }));
}
