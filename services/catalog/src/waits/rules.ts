import { AppError } from '@closingwire/chassis/app-error';
import { MAX_ZIP_WAITS } from '@closingwire/contracts/shown-limits';
import type { LockedUser } from '../replicas.ts';

const HOUR_MS = 60 * 60_000;

/** An offer is open for one day. */
const OFFER_MS = 24 * HOUR_MS;

export const offerEnd = (now: Date): Date => new Date(now.getTime() + OFFER_MS);

/** Facts that decide whether a user may wait for a ZIP. `isTaken`: claimed by, or offered to, another user. */
export type Asked = {
  zipCode: string;
  industry: string;
  isOnSale: boolean;
  isTheirs: boolean;
  isTaken: boolean;
  isWaiting: boolean;
  /** The number of ZIPs that the user waits for. */
  waits: number;
};

const refused = (code: string, message: string) => new AppError('conflict', code, message);

/** Throws if the user may not wait. A user who waits already may, so that a repeated request changes nothing. */
export function requireMayWait(user: LockedUser, asked: Asked): void {
  const { zipCode, industry, isOnSale, isTheirs, isTaken, isWaiting, waits } = asked;
  if (user.status === 'deleted') {
    throw refused('user_deleted', 'A deleted user cannot be given a ZIP code');
  }
  if (user.status === 'suspended') {
    throw refused('user_suspended', 'A suspended user cannot be given a ZIP code');
  }
  if (industry === '') {
    throw refused('user_without_industry', 'Set your industry first: a ZIP code is taken in an industry');
  }
  if (isWaiting) return;
  if (isTheirs) throw refused('zip_not_taken', `Expected a ZIP code of another user; ${zipCode} is yours`);
  if (!isOnSale) throw refused('zip_off', `ZIP code ${zipCode} is not for sale, so you cannot wait for it`);
  if (!isTaken) {
    throw refused('zip_not_taken', `Expected a taken ZIP code; ${zipCode} is free, so you can order it now`);
  }
  if (waits >= MAX_ZIP_WAITS) {
    throw refused(
      'too_many_waits',
      `You wait for ${waits} ZIP codes, and at most ${MAX_ZIP_WAITS} are possible: stop waiting for one first`,
    );
  }
}
