import { type AccessClaims, toAccessClaims } from '@closingwire/contracts/access-token';
import { shownMetadata } from '../users/rules.ts';
import { hasSecondFactor, type User } from '../users/user.ts';

export type MethodName =
  | 'password'
  | 'otp'
  | 'totp'
  | 'anonymous'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'invite'
  | 'email_change';

export type AuthMethod = { method: MethodName; timestamp: number };

export type Session = {
  id: string;
  userId: string;
  aal: 'aal1' | 'aal2';
  /** Newest first; timestamps in Unix seconds. */
  amr: AuthMethod[];
  refreshedAt: Date;
  notAfter: Date;
};

/** In seconds: how long a session lives, and how long without use. */
export type SessionLife = { total: number; idle: number };

export function openSession(
  { id, userId, method }: { id: string; userId: string; method: MethodName },
  life: SessionLife,
  now: Date,
): Session {
  return {
    id,
    userId,
    aal: 'aal1',
    amr: [{ method, timestamp: unixSeconds(now) }],
    refreshedAt: now,
    notAfter: new Date(now.getTime() + life.total * 1000),
  };
}

export function isOver(session: Session, life: SessionLife, now: Date): boolean {
  return now >= session.notAfter || now.getTime() - session.refreshedAt.getTime() >= life.idle * 1000;
}

/** The session after a second factor: the newest method first, each once. */
export function withSecondFactor(session: Session, now: Date): Session {
  const rest = session.amr.filter(({ method }) => method !== 'totp');
  return { ...session, aal: 'aal2', amr: [{ method: 'totp', timestamp: unixSeconds(now) }, ...rest] };
}

/** True while the user has a second factor that this session has not seen: it is then good for giving that one only. */
export const awaitsSecondFactor = (user: User, session: Pick<Session, 'aal'>): boolean =>
  hasSecondFactor(user) && session.aal === 'aal1';

export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/**
 * Browsers keep no cookie of more than 4,096 bytes, and a token is a third longer than its claims: 150 bytes of header
 * and signature, 900 of the claims below with the longest address.
 */
const MOST_METADATA_BYTES = 2_000;
const LONGEST_NAME = 60;

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** Metadata as the token has them: those that would outgrow its cookie are left out, but for the names. */
function fitting({ appMetadata, ...user }: User) {
  const shown = shownMetadata(user.userMetadata, user);
  const { provider, providers } = appMetadata;
  const app = bytesOf(appMetadata) > MOST_METADATA_BYTES / 2 ? { provider, providers } : appMetadata;
  if (bytesOf(app) + bytesOf(shown) <= MOST_METADATA_BYTES) return { app, shown };
  const cut = (name: string) => [...name].slice(0, LONGEST_NAME).join('');
  return { app, shown: { first_name: cut(user.firstName), last_name: cut(user.lastName) } };
}

export function claimsOf(user: User, session: Session): AccessClaims {
  const { app, shown } = fitting(user);
  return toAccessClaims(
    { ...user, appMetadata: app, userMetadata: shown },
    { ...session, awaitsSecondFactor: awaitsSecondFactor(user, session) },
  );
}
