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

/** Seconds that a session lives, in total and without use. */
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

/** Returns the session after a second factor, the newest method first. */
export function withSecondFactor(session: Session, now: Date): Session {
  const rest = session.amr.filter(({ method }) => method !== 'totp');
  return { ...session, aal: 'aal2', amr: [{ method: 'totp', timestamp: unixSeconds(now) }, ...rest] };
}

/** Returns true if the user has a second factor that this session has not passed: it may do nothing else. */
export const awaitsSecondFactor = (user: User, session: Pick<Session, 'aal'>): boolean =>
  hasSecondFactor(user) && session.aal === 'aal1';

export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/**
 * Browsers drop cookies of more than 4,096 bytes. Base64 makes a token a third longer than its content: these metadata,
 * 900 bytes of other claims with the longest address, and 150 of header and signature.
 */
const MOST_METADATA_BYTES = 2_000;
const LONGEST_NAME = 60;

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** Returns the metadata for the token. If they are too long for its cookie, only the names stay. */
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
