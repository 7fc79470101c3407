import { z } from 'zod';

/** `aud` of every token that auth signs for a user. */
export const ACCESS_AUDIENCE = 'authenticated';

/** Longest life of an access token, in seconds: the gateway remembers revoked sessions this long. */
export const MOST_ACCESS_TOKEN_S = 20 * 60;

const appMetadata = z.object({
  is_admin: z.boolean().default(false),
  industry: z.string().default(''),
  /** When the address was confirmed. Without it, the bearer is not a user of the product. */
  activated_at: z.coerce.date<string | undefined>(),
  status: z.string().optional(),
  /** The token may only be used to pass a second factor. */
  awaits_second_factor: z.boolean().default(false),
});

/** The claims of the access token, with the hosted auth provider's names. Signing adds `iss`, `aud`, `iat` and `exp`. */
export const accessToken = z.object({
  sub: z.uuid(),
  email: z.string(),
  phone: z.string().default(''),
  role: z.string().optional(),
  /** Authenticator assurance level: `aal2` after a second factor. */
  aal: z.string().default('aal1'),
  /** Methods of signing in, the newest first; timestamps in Unix seconds. */
  amr: z.array(z.object({ method: z.string(), timestamp: z.int() })).default([]),
  session_id: z.string(),
  is_anonymous: z.boolean().default(false),
  app_metadata: appMetadata,
  user_metadata: z.object({ first_name: z.string().default(''), last_name: z.string().default('') }),
});
export type AccessClaims = z.input<typeof accessToken>;

/** The claims that services read. The others are for clients and may have any form. */
export const readAccessToken = accessToken.pick({
  sub: true,
  email: true,
  aal: true,
  session_id: true,
  app_metadata: true,
  user_metadata: true,
});

/** The user of an access token. */
export type AccessUser = ReturnType<typeof toAccessUser>;

export function toAccessUser(claims: z.output<typeof readAccessToken>) {
  const { app_metadata: app, user_metadata: user } = claims;
  return {
    id: claims.sub,
    email: claims.email,
    firstName: user.first_name,
    lastName: user.last_name,
    industry: app.industry,
    isAdmin: app.is_admin,
    sessionId: claims.session_id,
    aal: claims.aal,
    activatedAt: app.activated_at,
    ...(app.status && { status: app.status }),
  };
}

/** The user to sign a token for. Keys of `appMetadata` do not override the product's claims. */
export type TokenUser = {
  id: string;
  email: string;
  role: string;
  isAnonymous: boolean;
  isAdmin: boolean;
  industry: string;
  emailConfirmedAt: Date | null;
  status: string;
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
};

export type TokenSession = {
  id: string;
  aal: string;
  amr: { method: string; timestamp: number }[];
  awaitsSecondFactor: boolean;
};

export function toAccessClaims(user: TokenUser, session: TokenSession): AccessClaims {
  return {
    sub: user.id,
    email: user.email,
    phone: '',
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.isAnonymous,
    app_metadata: {
      ...user.appMetadata,
      is_admin: user.isAdmin,
      industry: user.industry,
      activated_at: user.emailConfirmedAt?.toISOString(),
      status: user.status,
      ...(session.awaitsSecondFactor && { awaits_second_factor: true }),
    },
    user_metadata: user.userMetadata,
  };
}

/** Keys of `user_metadata` with the field of the profile that they mirror. */
export const profileClaims = {
  first_name: 'firstName',
  last_name: 'lastName',
  company_name: 'companyName',
  team_size: 'teamSize',
} as const;
export type ProfileField = (typeof profileClaims)[keyof typeof profileClaims];

/** Returns the profile as keys of `user_metadata`, without empty fields. */
export function toProfileClaims(profile: Record<ProfileField, string>): Record<string, string> {
  const claims = Object.entries(profileClaims).map(([claim, field]) => [claim, profile[field]] as const);
  return Object.fromEntries(claims.filter(([, value]) => value !== ''));
}
