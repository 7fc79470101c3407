import { z } from 'zod';
import { auditAction, auditLogEntry, networkAddress } from './audit.ts';
import { logTotal } from './counted.ts';
import { defineEvent } from './event.ts';
import {
  day,
  done,
  emailAddress,
  id,
  instant,
  optionalQuery,
  pageQuery,
  shortText,
  trendDays,
} from './primitive.ts';
import { routesOf } from './route.ts';
import { systemApi } from './system.ts';
import {
  company,
  knownPassword,
  password,
  profile,
  session,
  signIn,
  signUp,
  user,
  userStatus,
} from './user.ts';
import { exportedFacts } from './user-facts.ts';

/* Failures of the routes, beside those of their input and their caller. */

const passwordWrong = {
  invalid_credentials: { status: 400, message: 'The password is not right' },
  password_missing: { status: 400, message: 'This account has no password yet' },
};
const notProven = {
  current_password_required: {
    status: 400,
    message: 'Enter your current password to change your email address',
  },
  reauthentication_needed: { status: 400, message: 'Enter the code from our mail' },
  reauthentication_not_valid: { status: 400, message: 'The code is not right or has expired' },
};
const emailMoved = { email_just_changed: { status: 409, message: 'Your email address just changed' } };
const passwordWeak = { weak_password: { status: 400, message: 'The password is too easy to guess' } };
const busy = { too_busy: { status: 503, message: 'Too many users are signing in' } };
const mailsSpent = { over_email_send_rate_limit: { status: 429, message: 'Too many emails in this hour' } };
const noKey = { api_key_not_found: { status: 404, message: 'There is no such key' } };
const keysFull = { too_many_api_keys: { status: 409, message: 'Revoke a key first' } };
const lastAdmin = { last_admin: { status: 409, message: 'This is the only active admin' } };
const noUser = { user_not_found: { status: 404, message: 'User not found' } };
const notConfirmed = {
  email_not_confirmed: { status: 409, message: 'This user has not confirmed the email address yet' },
};

const authFailures = {
  signIn: {
    invalid_credentials: { status: 400, message: 'Invalid login credentials' },
    email_not_confirmed: { status: 400, message: 'Email not confirmed' },
    user_banned: { status: 403, message: 'This account is suspended' },
    ...busy,
  },
  signUp: { ...passwordWeak, ...mailsSpent, ...busy },
  updatePassword: {
    otp_expired: { status: 400, message: 'Invalid or missing reset token' },
    ...passwordWeak,
    ...busy,
  },
  updateProfile: { ...emailMoved, ...passwordWrong, ...notProven, ...mailsSpent, ...busy },
  setCompany: { industry_set: { status: 409, message: 'This account has an industry already' } },
  acceptTerms: { terms_changed: { status: 409, message: 'The Terms of use have changed' } },
  exportAccount: { export_incomplete: { status: 503, message: 'Your data could not be gathered' } },
  deleteAccount: { ...passwordWrong, ...lastAdmin, ...busy },
  endSession: { session_not_found: { status: 404, message: 'There is no such session' } },
  createApiKey: keysFull,
  rollApiKey: noKey,
  revokeApiKey: noKey,
  setUserStatus: {
    ...noUser,
    ...notConfirmed,
    ...lastAdmin,
    own_suspension: { status: 409, message: 'You cannot suspend your own account' },
  },
  setUserDetails: {
    ...noUser,
    account_unknown: { status: 404, message: 'This user has no account yet' },
    ...notConfirmed,
    email_exists: { status: 409, message: 'Another user has this email address' },
  },
  refreshSession: {
    session_expired: { status: 400, message: 'Session Expired' },
    user_banned: { status: 400, message: 'User is banned' },
    refresh_token_not_found: { status: 400, message: 'Refresh Token Not Found' },
    refresh_token_already_used: { status: 400, message: 'Already Used' },
  },
};

/** A version of the Terms of use that a client names. */
const namedTermsVersion = z.string().max(20);

const route = routesOf('auth');

const creditRange = 'Credit between 0 and 365 trial days';

/** An admin's change of a user. Absent fields stay. `trialDays` is a credit from today. */
export const userDetails = z.object({
  firstName: shortText.optional(),
  lastName: shortText.optional(),
  email: emailAddress.optional(),
  phone: shortText.optional(),
  industry: shortText.optional(),
  companyName: shortText.optional(),
  teamSize: shortText.optional(),
  emailNotifications: z.boolean().optional(),
  trialDays: z.int('Trial days are a whole number').min(0, creditRange).max(365, creditRange).optional(),
});

/** Without `limit`, one page has all users. */
const usersPage = {
  page: z.int().min(1).max(100_000).default(1),
  limit: z.int().min(1).max(1000).optional(),
};

/** `total`: on all pages. */
const listedUsers = z.object({ users: z.array(user), total: z.int() });

/** The action of a mailed link. */
export const mailedLinkKind = z.enum(['sign-up', 'sign-in', 'recovery', 'current-email', 'new-email']);
export type MailedLinkKind = z.output<typeof mailedLinkKind>;

/** `unproven`: a change of address that was requested without proof, so the link changes nothing. */
export const mailedLinkState = z.enum(['valid', 'used', 'expired', 'unknown', 'unproven']);

/** The content of a mailed link's page. The addresses are null for an invalid link. */
export const mailedLink = z.object({
  state: mailedLinkState,
  kind: mailedLinkKind.nullable(),
  email: z.string().nullable(),
  newEmail: z.string().nullable(),
  /** True if the other address must confirm the change, too. */
  awaitsOther: z.boolean(),
  /** True if the link is for the signed-in user; null for visitors. */
  isOwn: z.boolean().nullable(),
});
export type MailedLink = z.output<typeof mailedLink>;

const linkToken = z.string().min(16).max(200);

export const ownSession = z.object({
  id,
  createdAt: instant,
  refreshedAt: instant,
  ip: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  /** The session has to pass a second factor first. */
  needsFactor: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

/** A key of the partner API, for its owner. `prefix` has its first characters. */
export const apiKey = z.object({
  id,
  name: z.string(),
  prefix: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** When a replaced key ends. */
  expiresAt: instant.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

/** `key` is the whole key; no other reply has it. */
const newApiKey = z.object({ key: z.string(), apiKey });

const auditSearch = z.object({
  who: z.string().trim().max(254).default(''),
  action: optionalQuery(auditAction),
  ip: networkAddress.optional(),
  from: optionalQuery(day),
  to: optionalQuery(day),
  ...pageQuery(50),
});
export type AuditSearch = z.output<typeof auditSearch>;

export const authApi = {
  ...systemApi,
  currentUser: route('public', 'GET /api/auth/user', {
    summary: 'Get the signed-in user, or null for a visitor',
  }).output(user.nullable()),

  signIn: route('public', 'POST /api/auth/signin', {
    summary: 'Sign in with email and password; sets the session cookies',
    description:
      'With `secondFactorRequired`, all other routes refuse the session until it verifies a factor at /api/auth/v1/factors.',
    limit: 'sign-in',
  })
    .errors(authFailures.signIn)
    .input(signIn)
    .output(z.object({ user, session, secondFactorRequired: z.boolean() })),

  signUp: route('public', 'POST /api/auth/signup', {
    summary: 'Register; the link in the email activates the account',
    description:
      'The reply is the same whether the address has an account or not. `termsVersion` is the version of the Terms of ' +
      'use that the form showed. Without it, or with another than the present one, the user is asked after the sign-in.',
    limit: 'sign-up',
  })
    .errors(authFailures.signUp)
    .input(signUp.extend({ termsVersion: namedTermsVersion.optional() }))
    .output(done.extend({ email: z.string(), confirmationRequired: z.boolean() })),

  signOut: route('public', 'POST /api/auth/signout', {
    summary: 'End this session and clear its cookies',
  }).output(done),

  mailedLink: route('public', 'POST /api/auth/link/look', {
    summary: 'Get the action of an emailed link without performing it',
    description: 'A POST, so that proxies do not log the token.',
  })
    .input(z.object({ token: linkToken }))
    .output(mailedLink),

  pressMailedLink: route('public', 'POST /api/auth/link', {
    summary: 'Perform the action of an emailed link, by the button of its page',
    description:
      'Sets the session cookies if the link signs in. `goTo` is the path of the next page, also for an invalid link.',
  })
    .input(z.object({ token: linkToken, next: z.string().max(2000).optional() }))
    .output(z.object({ goTo: z.string() })),

  requestPasswordReset: route('public', 'POST /api/auth/reset-password', {
    summary: 'Email a link to choose a new password; it is valid for 1 hour',
    limit: 'recovery',
  })
    .input(z.object({ email: emailAddress }))
    .output(done),

  updatePassword: route('public', 'POST /api/auth/update-password', {
    summary: 'Set a new password with the recovery token as bearer',
    description: 'The bearer is the token of the emailed link; it works once. All sessions end.',
    limit: 'recovery',
  })
    .errors(authFailures.updatePassword)
    .input(z.object({ password }))
    .output(done),

  updatePreferences: route('user', 'PUT /api/user/preferences', {
    summary: 'Turn email notifications on or off',
  })
    .input(z.object({ emailNotifications: z.boolean() }))
    .output(user),

  updateProfile: route('user', 'PUT /api/user/profile', {
    summary: 'Change your profile',
    description:
      "A new address requires the current password, or a session that passed a second factor older than the session. An account without a password requires `nonce`, the code that `GET /api/auth/v1/reauthenticate` emails. Without one of these, the request changes nothing, and both addresses get an email about it. The address changes when its owner presses the button on the emailed link's page.",
  })
    .errors(authFailures.updateProfile)
    .input(
      profile.extend({ currentPassword: knownPassword.optional(), nonce: z.string().max(20).optional() }),
    )
    .output(user),

  setCompany: route('user', 'PUT /api/user/company', {
    summary: 'Set industry and company, once, before the first order',
    description:
      'For accounts without an industry, which the wire protocol creates. 409 if the account has one.',
  })
    .errors(authFailures.setCompany)
    .input(company)
    .output(user),

  acceptTerms: route('user', 'POST /api/user/terms', {
    summary: 'Accept the present Terms of use; a repeated call keeps the first time',
    description:
      'Version, time, IP address and browser are stored, and are part of the export of the account.',
  })
    .errors(authFailures.acceptTerms)
    .input(z.object({ version: namedTermsVersion }))
    .output(user),

  exportAccount: route('user', 'GET /api/user/export', {
    summary: 'Export all data about the caller as one JSON document',
    limit: 'export',
  })
    .errors(authFailures.exportAccount)
    .output(
      z.object({
        exportedAt: instant,
        account: exportedFacts,
        billing: exportedFacts,
        zips: exportedFacts,
        leads: exportedFacts,
        mails: exportedFacts,
        messages: exportedFacts,
      }),
    ),

  deleteAccount: route('user', 'DELETE /api/user', {
    summary: 'Delete your account in all services; the password confirms it',
    description: 'Subscriptions end at once and are not charged again. A deletion cannot be undone.',
    limit: 'sign-in',
  })
    .errors(authFailures.deleteAccount)
    .input(z.object({ password: knownPassword }))
    .output(done),

  listSessions: route('user', 'GET /api/user/sessions', { summary: "List the caller's sessions" }).output(
    z.object({ sessions: z.array(ownSession) }),
  ),

  endSession: route('user', 'DELETE /api/user/sessions/{sessionId}', { summary: 'End one of your sessions' })
    .errors(authFailures.endSession)
    .input(z.object({ sessionId: id }))
    .output(done),

  endOtherSessions: route('user', 'POST /api/user/sessions/end-others', {
    summary: 'End all your sessions except this one',
  }).output(done),

  listApiKeys: route('user', 'GET /api/user/api-keys', {
    summary: 'List your keys of the partner API',
  }).output(z.object({ apiKeys: z.array(apiKey) })),

  createApiKey: route('user', 'POST /api/user/api-keys', {
    summary: 'Create a key of the partner API; no other reply has the whole key',
  })
    .errors(authFailures.createApiKey)
    .input(z.object({ name: z.string().trim().min(1).max(100) }))
    .output(newApiKey),

  rollApiKey: route('user', 'POST /api/user/api-keys/{keyId}/roll', {
    summary: 'Replace a key; the old one works for `overlapHours` more',
  })
    .errors(authFailures.rollApiKey)
    .input(z.object({ keyId: id, overlapHours: z.int().min(0).max(168).default(24) }))
    .output(newApiKey),

  revokeApiKey: route('user', 'DELETE /api/user/api-keys/{keyId}', { summary: 'Revoke a key immediately' })
    .errors(authFailures.revokeApiKey)
    .input(z.object({ keyId: id }))
    .output(done),

  resolveApiKey: route('internal', 'POST /internal/api-keys/resolve', {
    summary: "Find a partner key's owner; null if invalid",
  })
    .input(z.object({ key: z.string().min(1).max(200) }))
    .output(z.object({ userId: id.nullable() })),

  listUsers: route('admin', 'GET /api/admin/users', {
    summary: 'List users, newest first; all of them without a limit',
  })
    .input(z.object(usersPage))
    .output(listedUsers),

  searchUsers: route('admin', 'GET /api/admin/users/search', {
    summary: 'Search users by name, email, industry, company or phone',
    description:
      'A word is also a ZIP of the user or a part of its city, the user id or the Stripe customer. Accents do not matter. `status` and `withoutIndustries` find the users to whom a ZIP can be assigned.',
  })
    .input(
      z.object({
        q: z.string().trim().max(200).default(''),
        status: userStatus.optional(),
        withoutIndustries: z.array(z.string().max(200)).max(100).optional(),
        ...usersPage,
      }),
    )
    .output(listedUsers.extend({ total: logTotal })),

  userStatistics: route('admin', 'GET /api/admin/statistics/users', {
    summary: 'Count the present users by the day of their sign-up',
    description: '`total` counts all present users. Days are in UTC.',
  })
    .input(trendDays)
    .output(z.object({ total: z.int(), days: z.array(z.object({ day, signUps: z.int() })) })),

  readCustomer: route('admin', 'GET /api/admin/customers/{userId}', { summary: 'Get one user' })
    .errors(noUser)
    .input(z.object({ userId: id }))
    .output(z.object({ user, emailConfirmedAt: instant.nullable(), lastSignInAt: instant.nullable() })),

  customerAccess: route('admin', 'GET /api/admin/customers/{userId}/access', {
    summary: "List a user's open sessions and valid API keys",
  })
    .errors(noUser)
    .input(z.object({ userId: id }))
    .output(
      z.object({
        sessions: z.array(ownSession.omit({ isCurrent: true, needsFactor: true })),
        apiKeys: z.array(apiKey),
      }),
    ),

  setUserStatus: route('admin', 'PATCH /api/admin/users/{userId}/status', {
    summary: 'Suspend or reinstate a user, or change the admin role',
  })
    .errors(authFailures.setUserStatus)
    .input(z.object({ userId: id, status: userStatus.optional(), isAdmin: z.boolean().optional() }))
    .output(user),

  setUserDetails: route('admin', 'PATCH /api/admin/users/{userId}', {
    summary: 'Change details of a user, and credit trial days',
  })
    .errors(authFailures.setUserDetails)
    .input(userDetails.extend({ userId: id }))
    .output(user),

  searchAudit: route('admin', 'GET /api/admin/audit', {
    summary: 'Search the audit log, newest first',
    description:
      '`who` is an id or a part of a present or former email address of the actor or target, or the subject: a ZIP code, setting or other id. Days are in UTC, both included.',
  })
    .input(auditSearch)
    .output(z.object({ entries: z.array(auditLogEntry), total: logTotal })),

  refreshSession: route('internal', 'POST /internal/sessions/refresh', {
    summary: 'Rotate a refresh token for the gateway',
  })
    .errors(authFailures.refreshSession)
    .input(z.object({ refreshToken: z.string().min(1).max(512) }))
    .output(session.omit({ user: true })),
};

export const userState = z.object({
  id,
  version: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  companyName: z.string(),
  industry: z.string(),
  teamSize: z.string(),
  status: z.enum(['active', 'suspended']),
  isAdmin: z.boolean(),
  emailNotifications: z.boolean(),
  /** When the email address was confirmed; the trial starts then. */
  activatedAt: instant,
});
export type UserState = z.output<typeof userState>;

const ofUser = { by: 'auth', data: userState, key: (user: UserState) => user.id } as const;

export const userRegistered = defineEvent('user.registered', {
  ...ofUser,
  summary: 'A user confirmed their email address',
});
export const userUpdated = defineEvent('user.updated', {
  ...ofUser,
  summary: 'Profile, preferences or role changed',
});
export const userSuspended = defineEvent('user.suspended', {
  ...ofUser,
  summary: 'An admin suspended a user',
});
export const userReinstated = defineEvent('user.reinstated', {
  ...ofUser,
  summary: 'An admin reinstated a user',
});

/** Each has the whole state of the user. */
export const userEvents = [userRegistered, userUpdated, userSuspended, userReinstated] as const;
export const userDeleted = defineEvent('user.deleted', {
  by: 'auth',
  summary: 'A user was deleted; every service deletes their data',
  data: z.object({
    id,
    version: z.int(),
    deletedAt: instant,
    /** The last address. Some services store data by it, and it gets the last email. */
    email: z.string().optional(),
    /** Former addresses. Data stored by such an address before `before` belongs to this user, too. */
    formerEmails: z.array(z.object({ email: z.string(), before: instant })).optional(),
  }),
  key: user => user.id,
});

export const sessionRevoked = defineEvent('session.revoked', {
  by: 'auth',
  summary: 'A session ended; its access tokens are no longer valid',
  data: z.object({ id, version: z.int(), userId: id, revokedAt: instant }),
  key: session => session.id,
  retentionHours: 24,
});
