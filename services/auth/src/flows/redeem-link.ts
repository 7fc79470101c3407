import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { userRegistered } from '@closingwire/contracts/events/user-events';
import { audit, type Client } from '../audit.ts';
import type { Dependencies } from '../http/dependencies.ts';
import type { IssuedTokens } from '../sessions/sessions.ts';
import { lockBySecret } from '../tokens/issue.ts';
import { useUpTokens } from '../tokens/store.ts';
import { type OneTimeToken, type TokenState, tokenState } from '../tokens/token.ts';
import { confirmNewEmail } from '../users/change.ts';
import { saveChange } from '../users/save-change.ts';
import { findAccountByEmail, lockAccount, saveAccount, saveEmailIdentity } from '../users/store.ts';
import { type Account, type ActiveAccount, isActivated } from '../users/user.ts';
import { toUserState } from '../users/view.ts';
import { activate, registration } from './registration.ts';

export type Redeemed = { state: 'valid'; tokens: IssuedTokens } | { state: Exclude<TokenState, 'valid'> };

type Needs = Pick<Dependencies, 'pg' | 'clock' | 'sessions' | 'mails'>;

/** Uses a mailed link: activates the account (or takes the new address) and signs the person in. */
export function redeemLink(needs: Needs, secret: string, client: Client): Promise<Redeemed> {
  const { pg, clock, sessions } = needs;
  return pg.transaction(async tx => {
    const token = await lockBySecret(tx, secret);
    const state = tokenState(token, clock());
    if (state !== 'valid') return { state };
    const account = token && (await apply(needs, tx, token, client));
    if (!account) return { state: 'unknown' };
    return { state, tokens: await sessions.open(tx, account, 'otp', client) };
  });
}

async function apply(
  { clock, mails }: Needs,
  tx: Tx,
  token: OneTimeToken,
  client: Client,
): Promise<ActiveAccount | undefined> {
  const now = clock();
  const account = await lockAccount(tx, token.userId);
  if (!account || account.status === 'suspended') return undefined;
  await useUpTokens(tx, account.id, [token.purpose], now);
  if (token.purpose === 'confirmation') return confirmSignUp(tx, account, token, now, client);
  if (token.purpose !== 'email_change_new') return undefined;
  const changed = await confirmChange(tx, account, token, client);
  if (changed) await mails.accountChanged(tx, account, 'email-changed', client);
  return changed;
}

async function confirmSignUp(tx: Tx, account: Account, token: OneTimeToken, now: Date, client: Client) {
  if (isActivated(account)) return account;
  const active = activate(account, registration.parse(token.payload), now);
  await saveAccount(tx, active);
  await saveEmailIdentity(tx, newId(), active);
  await publish(tx, userRegistered, toUserState(active));
  await audit(tx, client, { action: 'account-activated', actorId: active.id });
  return active;
}

async function confirmChange(tx: Tx, account: Account, token: OneTimeToken, client: Client) {
  const isTaken = (await findAccountByEmail(tx, token.relatesTo)) !== undefined;
  if (!isActivated(account) || isTaken || account.newEmail !== token.relatesTo) return undefined;
  const changed = await saveChange(tx, confirmNewEmail(account, token.relatesTo));
  await saveEmailIdentity(tx, newId(), changed);
  await audit(tx, client, { action: 'email-changed', actorId: changed.id });
  return changed;
}
