import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { audit, type Client } from '../audit.ts';
import { dropPendingTokens } from '../tokens/pending-tokens.ts';
import { saveIdentity } from '../users/identities.ts';
import { mergeMetadata } from '../users/metadata.ts';
import type { WireUser } from '../users/wire-user.ts';
import { findWireUserByEmail, patchUser } from '../users/wire-users.ts';
import { announce, announceNew, noteProviders } from './announce.ts';
import { beginFlow, mailToken, refuseHaste } from './mailed-token.ts';
import type { PkceGiven } from './read-input.ts';
import type { Wire, WireSettings } from './wire.ts';
import { WireError } from './wire-error.ts';

export type EmailChange = { newEmail: string; pkce: PkceGiven | undefined; redirectTo: string };

const bothMustConfirm = ({ secureEmailChange, autoConfirm }: WireSettings, { email }: WireUser) =>
  secureEmailChange && !autoConfirm && email !== null;

export const emailTaken = () =>
  new WireError(422, 'email_exists', 'A user with this email address has already been registered');

export async function refuseTakenEmail(tx: Tx, userId: string, email: string): Promise<void> {
  const owner = await findWireUserByEmail(tx, email);
  if (owner && owner.id !== userId) throw emailTaken();
}

/** Mails the links that change the address: to the new one, and for safety to the old one too. */
export async function mailEmailChange(
  wire: Wire,
  tx: Tx,
  user: WireUser,
  { newEmail, pkce, redirectTo }: EmailChange,
): Promise<void> {
  refuseHaste(wire, user.emailChangeSentAt);
  const flowId = await beginFlow(tx, pkce, { userId: user.id, type: 'email_change' });
  await dropPendingTokens(tx, user.id, ['email_change_current', 'email_change_new']);
  const mail = { userId: user.id, flowId, type: 'email_change', redirectTo } as const;
  if (bothMustConfirm(wire.settings, user)) {
    await mailToken(wire, tx, { ...mail, slot: 'email_change_current', to: user.email ?? '' });
  }
  await mailToken(wire, tx, { ...mail, slot: 'email_change_new', to: newEmail });
  await patchUser(tx, user.id, { newEmail, emailChangeSentAt: wire.clock(), emailChangeProven: null });
}

type Proof = { proven: 'current' | 'new'; client: Client };

/** Takes one of the two confirmations. True when the address changed, false when the other is still missing. */
export async function proveEmailChange(
  wire: Wire,
  tx: Tx,
  user: WireUser,
  { proven, client }: Proof,
): Promise<boolean> {
  const other = proven === 'new' ? 'current' : 'new';
  const isDone =
    user.emailChangeProven === other || (proven === 'new' && !bothMustConfirm(wire.settings, user));
  if (!isDone) {
    await patchUser(tx, user.id, { emailChangeProven: proven });
    await dropPendingTokens(tx, user.id, [`email_change_${proven}`]);
    return false;
  }
  await changeEmail(wire, tx, user, { email: user.newEmail ?? '', client });
  return true;
}

/** The account with its new, proven address. An anonymous person becomes a known one by it. */
export async function changeEmail(
  wire: Wire,
  tx: Tx,
  user: WireUser,
  { email, client }: { email: string; client: Client },
): Promise<void> {
  await refuseTakenEmail(tx, user.id, email);
  const proof = { sub: user.id, email, email_verified: true };
  await patchUser(tx, user.id, {
    email,
    newEmail: null,
    emailChangeProven: null,
    emailConfirmedAt: user.emailConfirmedAt ?? wire.clock(),
    isAnonymous: false,
    userMetadata: mergeMetadata(user.userMetadata, proof),
  });
  await saveIdentity(tx, { id: newId(), userId: user.id, email, isVerified: true, data: {} });
  await noteProviders(tx, user.id);
  await dropPendingTokens(tx, user.id);
  await audit(tx, client, { action: 'email-changed', actorId: user.id });
  await wire.mails.accountChanged(tx, user, 'email-changed', client);
  await (user.emailConfirmedAt ? announce(tx, user.id) : announceNew(tx, user.id));
}
