import { AppError } from '@closingwire/chassis/app-error';

/** A refresh token as stored: by id, never by value. */
export type RefreshToken = { id: number; parentId: number | null; revokedAt: Date | null };

/**
 * What a presented token earns.
 * - `rotate`: it is the active one; revoke it and issue its child
 * - `repeat`: it is the parent of the active one, whose bearer lost the reply; the active one again
 * - `branch`: revoked a moment ago, by a request that ran beside this one; a new child
 * - `theft`: an old token came back; the whole chain ends
 */
export type RefreshDecision = 'rotate' | 'repeat' | 'branch' | 'theft';

export function decideRefresh(
  presented: RefreshToken,
  active: RefreshToken | undefined,
  now: Date,
  reuseSeconds: number,
): RefreshDecision {
  if (presented.revokedAt === null) return 'rotate';
  if (active === undefined) return 'theft';
  if (active.parentId === presented.id) return 'repeat';
  return now.getTime() - presented.revokedAt.getTime() <= reuseSeconds * 1000 ? 'branch' : 'theft';
}

export const alreadyUsed = () =>
  new AppError('invalid', 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');

export const tokenNotFound = () =>
  new AppError('invalid', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
