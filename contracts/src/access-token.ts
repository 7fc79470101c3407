import { z } from 'zod';

/** `aud` of every token that auth signs for a user. */
export const ACCESS_AUDIENCE = 'authenticated';

/** Longest life of an access token beside a gateway, in seconds: so long it remembers whose sessions were revoked. */
export const MOST_ACCESS_TOKEN_S = 20 * 60;

const appMetadata = z.object({
  is_admin: z.boolean().default(false),
  industry: z.string().default(''),
  /** When the address was confirmed; without it the bearer is no user of the product. */
  activated_at: z.coerce.date<string | undefined>(),
  status: z.string().optional(),
  /** The token is good for giving the second factor alone. */
  awaits_second_factor: z.boolean().default(false),
});

/**
 * The claims of the product's access token. Outer names and `amr` are those of the hosted auth provider, whose clients
 * read them, too; `iss`, `aud`, `iat` and `exp` come with the signature.
 */
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

/** What is read of a token. The other claims are for clients: whatever form they have refuses nobody. */
export const readAccessToken = accessToken.pick({
  sub: true,
  email: true,
  aal: true,
  session_id: true,
  app_metadata: true,
  user_metadata: true,
});

/** A user as their access token describes them. */
export type AccessUser = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  industry: string;
  isAdmin: boolean;
  sessionId: string;
  aal: string;
  activatedAt: Date;
  status?: string;
};

export function toAccessUser(claims: z.output<typeof readAccessToken>): AccessUser {
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

/** Whom a token is signed for. The metadata are the client's own; names of the claims above are overwritten. */
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

/** `user_metadata` that is the user's profile, by the field that holds it. */
export const profileClaims = {
  first_name: 'firstName',
  last_name: 'lastName',
  company_name: 'companyName',
  team_size: 'teamSize',
} as const;
export type ProfileField = (typeof profileClaims)[keyof typeof profileClaims];

/** Empty fields are left out. */
export function toProfileClaims(profile: Record<ProfileField, string>): Record<string, string> {
  const claims = Object.entries(profileClaims).map(([claim, field]) => [claim, profile[field]] as const);
  return Object.fromEntries(claims.filter(([, value]) => value !== ''));
}
