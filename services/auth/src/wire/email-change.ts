import type { Tx } from '@closingwire/chassis/pg';
import { claimAddress, isTakenByAnother, requestEmailChange } from '../flows/change-email.ts';
import { findUserByEmail } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { WireError } from './endpoint.ts';
import type { PkceGiven } from './input.ts';
import { beginFlow, mailToken, tokenSettings } from './mailed-token.ts';
import type { Wire } from './wire.ts';

export type EmailChange = {
  newEmail: string;
  pkce: PkceGiven | undefined;
  redirectTo: string;
  /** Anybody may ask for the mails once more. */
  isAgain?: boolean;
};

export const emailTaken = () =>
  new WireError(422, 'email_exists', 'A user with this email address has already been registered');

export async function refuseTakenEmail(tx: Tx, userId: string, email: string): Promise<void> {
  if (await isTakenByAnother(tx, userId, email)) throw emailTaken();
}

/** Holds a free address for the user who gets it now; without an id for one who is made. */
export async function claimFreeEmail(tx: Tx, userId: string | undefined, email: string): Promise<void> {
  if (!(await claimAddress(tx, userId, email))) throw emailTaken();
}

/**
 * Mails the links that change the address: to the new one, and for safety to the old one too. Where accounts are
 * hidden, the owner of a taken address gets a mail that says so instead of a link.
 */
export async function mailEmailChange(
  wire: Wire,
  tx: Tx,
  user: User,
  { newEmail, pkce, redirectTo, isAgain = false }: EmailChange,
): Promise<void> {
  const { secureEmailChange, autoConfirm } = wire.settings;
  const type = 'email_change';
  const mailbox = { address: newEmail, askedBy: user.id };
  const owner = (await isTakenByAnother(tx, user.id, newEmail)) && (await findUserByEmail(tx, newEmail));
  const reachesNew = !owner && (await wire.mails.hasRoom(tx, 'change', mailbox));
  if (!owner && !reachesNew) await wire.mails.holdBack(tx, 'change');
  if (isAgain && !owner && !reachesNew) return;
  const flowId = await beginFlow(tx, pkce, { userId: user.id, type });
  // Where one proof is enough, it has to be that of the new address.
  const isProven = isAgain && user.emailChangeProven === 'either';
  const mailsCurrent = secureEmailChange && user.email !== '' && !isProven;
  const { toNew, toCurrent } = await requestEmailChange(tx, user, {
    newEmail,
    confirmations: mailsCurrent && !autoConfirm ? 'both' : 'either',
    mailsCurrent,
    token: { ...tokenSettings(wire), flowStateId: flowId },
    isAgain,
    now: wire.clock(),
  });
  const link = { type, redirectTo, flowId } as const;
  if (toCurrent) await mailToken(wire, tx, user.email, { issued: toCurrent, ...link });
  if (owner) await wire.mails.alreadyRegistered(tx, owner);
  if (reachesNew) await mailToken(wire, tx, newEmail, { issued: toNew, ...link }, mailbox);
}
