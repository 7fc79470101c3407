import type { Tx } from '@closingwire/chassis/pg';
import type { Client } from '../audit.ts';
import { linkToken, PKCE_PREFIX } from '../tokens/code.ts';
import { dropPendingTokens, lockPendingToken, type PendingToken } from '../tokens/pending-tokens.ts';
import { isBanned, type WireUser } from '../users/wire-user.ts';
import { lockWireUser } from '../users/wire-users.ts';
import { confirmUser } from './confirm-user.ts';
import { proveEmailChange } from './email-change.ts';
import { slotsOf } from './verify-type.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

/** What proves the address: the token of a link, or an address with the code that it got. */
export type Proof = { type: string } & ({ token: string } | { email: string; code: string });

export type Used =
  | { outcome: 'signed-in'; userId: string; flowStateId: string | null; slot: PendingToken['slot'] }
  | { outcome: 'half' };

const expired = (proof: Proof) =>
  new WireError(
    403,
    'otp_expired',
    'token' in proof ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  );

function tokensOf(proof: Proof): string[] {
  if ('token' in proof) return [proof.token];
  const token = linkToken(proof.email, proof.code);
  return [token, PKCE_PREFIX + token];
}

/** Uses a mailed token up, and does what it stands for. Throws when it does not work. */
export async function useToken(wire: Wire, tx: Tx, proof: Proof, client: Client): Promise<Used> {
  const slots = slotsOf(proof.type);
  if (!slots) throw invalid('Invalid email verification type');
  const token = await lockPendingToken(tx, tokensOf(proof).map(wire.hashCode), slots);
  const user = token && (await lockWireUser(tx, token.userId));
  if (!token || !user || wire.clock() >= token.expiresAt) throw expired(proof);
  if (isBanned(user, wire.clock())) throw new WireError(403, 'user_banned', 'User is banned');
  const isDone = await apply(wire, tx, { token, user, client });
  if (!isDone) return { outcome: 'half' };
  const { flowStateId, slot } = token;
  return { outcome: 'signed-in', userId: user.id, flowStateId, slot };
}

type Found = { token: PendingToken; user: WireUser; client: Client };

async function apply(wire: Wire, tx: Tx, { token, user, client }: Found): Promise<boolean> {
  switch (token.slot) {
    case 'confirmation':
      await confirmUser(tx, user, { payload: token.payload, now: wire.clock(), client });
      return true;
    case 'recovery':
      if (user.emailConfirmedAt) await dropPendingTokens(tx, user.id, ['recovery']);
      else await confirmUser(tx, user, { payload: {}, now: wire.clock(), client });
      return true;
    case 'email_change_current':
      return proveEmailChange(wire, tx, user, { proven: 'current', client });
    case 'email_change_new':
      return proveEmailChange(wire, tx, user, { proven: 'new', client });
    case 'reauthentication':
      return false;
  }
}

export const HALF_MESSAGE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';
