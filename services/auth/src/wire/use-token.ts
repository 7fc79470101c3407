import type { Tx } from '@closingwire/chassis/pg';
import type { Client } from '../audit.ts';
import { useToken as useMailedToken } from '../flows/use-token.ts';
import { PKCE_PREFIX } from '../tokens/code.ts';
import { lockByCode, lockBySecret } from '../tokens/store.ts';
import type { MailedToken, Purpose } from '../tokens/token.ts';
import { purposesOf } from './verify-type.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

/** What proves the address: the token of a link, or an address with the code that it got. */
export type Proof = { type: string } & ({ token: string } | { email: string; code: string });

export type Used = { outcome: 'signed-in'; userId: string; flowStateId: string | null } | { outcome: 'half' };

const expired = (proof: Proof) =>
  new WireError(
    403,
    'otp_expired',
    'token' in proof ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  );

function lockToken(
  { hashCode }: Wire,
  tx: Tx,
  proof: Proof,
  purposes: readonly Purpose[],
): Promise<MailedToken | undefined> {
  if (!('token' in proof)) {
    const { email: address, code } = proof;
    return lockByCode(tx, hashCode(address, code), { address, purposes });
  }
  const secret = proof.token.startsWith(PKCE_PREFIX) ? proof.token.slice(PKCE_PREFIX.length) : proof.token;
  return lockBySecret(tx, secret, purposes);
}

/** Uses a mailed token up, and does what it stands for. Throws when it does not work. */
export async function useToken(wire: Wire, tx: Tx, proof: Proof, client: Client): Promise<Used> {
  const purposes = purposesOf(proof.type);
  if (!purposes) throw invalid('Invalid email verification type');
  const token = await lockToken(wire, tx, proof, purposes);
  const outcome = await useMailedToken(tx, token, { mails: wire.mails, now: wire.clock(), client });
  switch (outcome.state) {
    case 'valid':
      return {
        outcome: 'signed-in',
        userId: outcome.user.id,
        flowStateId: token?.flowStateId ?? null,
      };
    case 'half':
      return { outcome: 'half' };
    case 'banned':
      throw new WireError(403, 'user_banned', 'User is banned');
    default:
      throw expired(proof);
  }
}

export const HALF_MESSAGE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';
