import type { Tx } from '@closingwire/chassis/pg';
import { type CodeHash, lockByCode, useUpTokens } from '../tokens/store.ts';
import { tokenState } from '../tokens/token.ts';
import type { LockedUser } from '../users/store.ts';

type Given = { nonce: string; hashCode: CodeHash; now: Date };

/** Uses up a mailed reauthentication code. Returns false for a wrong one. */
export async function useNonce(
  tx: Tx,
  { id, email: address }: LockedUser,
  { nonce, hashCode, now }: Given,
): Promise<boolean> {
  const purposes = ['reauthentication'] as const;
  const token = await lockByCode(tx, hashCode(address, nonce), { address, purposes });
  if (token?.userId !== id || tokenState(token, now) !== 'valid') return false;
  await useUpTokens(tx, id, now, purposes);
  return true;
}
