import type { Account } from './account.ts';

export type AuthMethod = { method: 'password' | 'otp'; timestamp: number };

export type Session = {
  id: string;
  userId: string;
  aal: 'aal1' | 'aal2';
  /** Newest first; timestamps in Unix seconds. */
  amr: AuthMethod[];
  refreshedAt: Date;
  notAfter: Date;
};

export const ACCESS_TOKEN_SECONDS = 15 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;
const LIFE_MS = 90 * DAY_MS;
const IDLE_MS = 30 * DAY_MS;

export function openSession(id: string, userId: string, method: AuthMethod['method'], now: Date): Session {
  return {
    id,
    userId,
    aal: 'aal1',
    amr: [{ method, timestamp: unixSeconds(now) }],
    refreshedAt: now,
    notAfter: new Date(now.getTime() + LIFE_MS),
  };
}

/** True after 90 days, or after 30 without use. */
export function isOver(session: Session, now: Date): boolean {
  return now >= session.notAfter || now.getTime() - session.refreshedAt.getTime() >= IDLE_MS;
}

export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** What an access token says of the person and the session; `iss`, `aud`, `iat` and `exp` come with the signature. */
export function claimsOf(account: Account, session: Session) {
  return {
    sub: account.id,
    email: account.email,
    phone: '',
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
    app_metadata: {
      provider: 'email',
      providers: ['email'],
      is_admin: account.isAdmin,
      industry: account.industry,
      activated_at: account.emailConfirmedAt?.toISOString(),
      status: account.status,
    },
    user_metadata: {
      first_name: account.firstName,
      last_name: account.lastName,
      company_name: account.companyName,
      team_size: account.teamSize,
    },
  };
}
export type AccessClaims = ReturnType<typeof claimsOf>;
