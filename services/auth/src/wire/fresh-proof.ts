import { type MethodName, type Session, unixSeconds } from '../sessions/session.ts';

/** How long a sign-in stands for the user themselves: as long as a link to choose a new password works. */
const FRESH_S = 60 * 60;

const mailed: readonly MethodName[] = ['recovery', 'otp', 'magiclink', 'email/signup', 'invite'];

type Proven = Pick<Session, 'amr'> | undefined;

function isFresh(session: Proven, methods: readonly MethodName[], now: Date): boolean {
  const since = unixSeconds(now) - FRESH_S;
  return (
    session?.amr.some(({ method, timestamp }) => methods.includes(method) && timestamp >= since) ?? false
  );
}

/** Whether the session came from a mailed link or code within the hour: the mailbox says who asks. */
export const hasMailedProof = (session: Proven, now: Date): boolean => isFresh(session, mailed, now);

/** Whether the user signed in within the hour, by a mailed link or code or by their password. */
export const hasFreshProof = (session: Proven, now: Date): boolean =>
  isFresh(session, [...mailed, 'password'], now);
