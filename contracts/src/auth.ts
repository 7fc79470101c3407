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

/** What calls of accounts refuse beside what their input and their caller decide. */

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
const busy = { too_busy: { status: 503, message: 'Too many people sign in now' } };
const mailsSpent = { over_email_send_rate_limit: { status: 429, message: 'Too many mails in this hour' } };
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

const route = routesOf('auth');

const creditRange = 'Credit between 0 and 365 trial days';

/** What an admin may change on a user; absent fields stay. `trialDays` is a credit from today. */
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

/** A part of the users, newest first; without `limit` all of them. */
const usersPage = {
  page: z.int().min(1).max(100_000).default(1),
  limit: z.int().min(1).max(1000).optional(),
};

/** `total` counts the users on all pages. */
const listedUsers = z.object({ users: z.array(user), total: z.int() });

/** What a mailed link does when its button is pressed. */
export const mailedLinkKind = z.enum(['sign-up', 'sign-in', 'recovery', 'current-email', 'new-email']);
export type MailedLinkKind = z.output<typeof mailedLinkKind>;

/** `unproven`: a change of address that was asked for without the password. */
export const mailedLinkState = z.enum(['valid', 'used', 'expired', 'unknown', 'unproven']);

/** What the page of a mailed link shows. The addresses are null where the link does nothing. */
export const mailedLink = z.object({
  state: mailedLinkState,
  kind: mailedLinkKind.nullable(),
  email: z.string().nullable(),
  newEmail: z.string().nullable(),
  /** Whether a change of address takes the link that was mailed to the other address, too. */
  awaitsOther: z.boolean(),
  /** Whether the link is for the account that this browser is signed in to; null for visitors. */
  isOwn: z.boolean().nullable(),
});
export type MailedLink = z.output<typeof mailedLink>;

const linkToken = z.string().min(16).max(200);

/** One place where a user is signed in. */
export const ownSession = z.object({
  id,
  createdAt: instant,
  refreshedAt: instant,
  ip: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  /** The second factor was not given, so that nothing opens yet. */
  needsFactor: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

/** A key of the partner API as its owner sees it: by its first characters, never whole. */
export const apiKey = z.object({
  id,
  name: z.string(),
  prefix: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Set while a rolled key still works beside its successor. */
  expiresAt: instant.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

/** `key` is the whole key; it is shown this once. */
const newApiKey = z.object({ key: z.string(), apiKey });

export const authApi = {
  ...systemApi,
  currentUser: route('public', {
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in user, or null for a visitor',
  }).output(user.nullable()),

  signIn: route('public', {
    method: 'POST',
    path: '/api/auth/signin',
    summary: 'Sign in with email and password; sets the session cookies',
    description:
      'With `secondFactorRequired` the session opens nothing until a factor is verified at /api/auth/v1/factors.',
    limit: 'sign-in',
  })
    .errors(authFailures.signIn)
    .input(signIn)
    .output(z.object({ user, session, secondFactorRequired: z.boolean() })),

  signUp: route('public', {
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Register; the account is activated by the link in the mail',
    description: 'Replies alike whether or not the address has an account.',
    limit: 'sign-up',
  })
    .errors(authFailures.signUp)
    .input(signUp)
    .output(done.extend({ email: z.string(), confirmationRequired: z.boolean() })),

  signOut: route('public', {
    method: 'POST',
    path: '/api/auth/signout',
    summary: 'End this session and clear its cookies',
  }).output(done),

  mailedLink: route('public', {
    method: 'POST',
    path: '/api/auth/link/look',
    summary: 'What a mailed link would do; looking changes nothing',
    description: 'A POST, so that the token is in no address that a proxy writes into its log.',
  })
    .input(z.object({ token: linkToken }))
    .output(mailedLink),

  pressMailedLink: route('public', {
    method: 'POST',
    path: '/api/auth/link',
    summary: 'Do what a mailed link of the product stands for, by the button of its page',
    description:
      'Sets the session cookies where the link signs in. `goTo` is the path that the page leads to, also where the link does not work any more.',
  })
    .input(z.object({ token: linkToken, next: z.string().max(2000).optional() }))
    .output(z.object({ goTo: z.string() })),

  requestPasswordReset: route('public', {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Mail a link to choose a new password; it lives 1 hour',
    limit: 'recovery',
  })
    .input(z.object({ email: emailAddress }))
    .output(done),

  updatePassword: route('public', {
    method: 'POST',
    path: '/api/auth/update-password',
    summary: 'Set a new password with the recovery token as bearer',
    description: 'The bearer is the token of the mailed link; it works once. All sessions end.',
    limit: 'recovery',
  })
    .errors(authFailures.updatePassword)
    .input(z.object({ password }))
    .output(done),

  updatePreferences: route('user', {
    method: 'PUT',
    path: '/api/user/preferences',
    summary: 'Turn email notifications on or off',
  })
    .input(z.object({ emailNotifications: z.boolean() }))
    .output(user),

  updateProfile: route('user', {
    method: 'PUT',
    path: '/api/user/profile',
    summary: 'Change the own profile',
    description:
      'A new address takes the current password, or a session that passed a second factor older than itself; an account without a password takes the code that `GET /api/auth/v1/reauthenticate` mails, as `nonce`. Otherwise nothing of the request is changed, and both addresses are mailed what was asked for. The address changes when its owner presses the button of the page that the mailed link leads to.',
  })
    .errors(authFailures.updateProfile)
    .input(
      profile.extend({ currentPassword: knownPassword.optional(), nonce: z.string().max(20).optional() }),
    )
    .output(user),

  setCompany: route('user', {
    method: 'PUT',
    path: '/api/user/company',
    summary: 'Say industry and company, once, before the first order',
    description:
      'For accounts that came without an industry, as the wire protocol makes them; 409 when there is one already.',
  })
    .errors(authFailures.setCompany)
    .input(company)
    .output(user),

  exportAccount: route('user', {
    method: 'GET',
    path: '/api/user/export',
    summary: 'Everything that the product keeps about the caller, as one JSON document',
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

  deleteAccount: route('user', {
    method: 'DELETE',
    path: '/api/user',
    summary: 'Delete the own account everywhere; the password confirms it',
    description: 'Subscriptions end at once and nothing is charged again. It cannot be taken back.',
    limit: 'sign-in',
  })
    .errors(authFailures.deleteAccount)
    .input(z.object({ password: knownPassword }))
    .output(done),

  listSessions: route('user', {
    method: 'GET',
    path: '/api/user/sessions',
    summary: 'Where the caller is signed in',
  }).output(z.object({ sessions: z.array(ownSession) })),

  endSession: route('user', {
    method: 'DELETE',
    path: '/api/user/sessions/{sessionId}',
    summary: 'Sign out one of the own sessions',
  })
    .errors(authFailures.endSession)
    .input(z.object({ sessionId: id }))
    .output(done),

  endOtherSessions: route('user', {
    method: 'POST',
    path: '/api/user/sessions/end-others',
    summary: 'Sign out everywhere else',
  }).output(done),

  listApiKeys: route('user', {
    method: 'GET',
    path: '/api/user/api-keys',
    summary: 'The own keys of the partner API',
  }).output(z.object({ apiKeys: z.array(apiKey) })),

  createApiKey: route('user', {
    method: 'POST',
    path: '/api/user/api-keys',
    summary: 'Make a key of the partner API; it is shown this once',
  })
    .errors(authFailures.createApiKey)
    .input(z.object({ name: z.string().trim().min(1).max(100) }))
    .output(newApiKey),

  rollApiKey: route('user', {
    method: 'POST',
    path: '/api/user/api-keys/{keyId}/roll',
    summary: 'Replace a key; the old one works for some hours more',
  })
    .errors(authFailures.rollApiKey)
    .input(z.object({ keyId: id, overlapHours: z.int().min(0).max(168).default(24) }))
    .output(newApiKey),

  revokeApiKey: route('user', {
    method: 'DELETE',
    path: '/api/user/api-keys/{keyId}',
    summary: 'Make a key worthless at once',
  })
    .errors(authFailures.revokeApiKey)
    .input(z.object({ keyId: id }))
    .output(done),

  resolveApiKey: route('internal', {
    method: 'POST',
    path: '/internal/api-keys/resolve',
    summary: 'Whose key of the partner API it is; null for a worthless one',
  })
    .input(z.object({ key: z.string().min(1).max(200) }))
    .output(z.object({ userId: id.nullable() })),

  listUsers: route('admin', {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'All users, newest first; page by page with a limit',
  })
    .input(z.object(usersPage))
    .output(listedUsers),

  searchUsers: route('admin', {
    method: 'GET',
    path: '/api/admin/users/search',
    summary: 'Users by name, email, industry, company or phone',
    description:
      '`status` and `withoutIndustries` narrow the search further, as for whom a ZIP can be assigned to.',
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

  userStatistics: route('admin', {
    method: 'GET',
    path: '/api/admin/statistics/users',
    summary: 'Sign-ups, day by day',
    description: 'Of the users that there are: `total` is how many. Days are in UTC.',
  })
    .input(trendDays)
    .output(z.object({ total: z.int(), days: z.array(z.object({ day, signUps: z.int() })) })),

  setUserStatus: route('admin', {
    method: 'PATCH',
    path: '/api/admin/users/{userId}/status',
    summary: 'Suspend, reinstate, or change the admin flag',
  })
    .errors(authFailures.setUserStatus)
    .input(z.object({ userId: id, status: userStatus.optional(), isAdmin: z.boolean().optional() }))
    .output(user),

  setUserDetails: route('admin', {
    method: 'PATCH',
    path: '/api/admin/users/{userId}',
    summary: 'Change details of a user, and credit trial days',
  })
    .errors(authFailures.setUserDetails)
    .input(userDetails.extend({ userId: id }))
    .output(user),

  searchAudit: route('admin', {
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'What was done, by whom and from where, newest first',
    description:
      '`who` is the id or a part of an email address, now or once, of whoever did it or whom it was about, or a ZIP, setting or other id that it was about. Days are in UTC, both included.',
  })
    .input(
      z.object({
        who: z.string().trim().max(254).default(''),
        action: optionalQuery(auditAction),
        ip: networkAddress.optional(),
        from: optionalQuery(day),
        to: optionalQuery(day),
        ...pageQuery(50),
      }),
    )
    .output(z.object({ entries: z.array(auditLogEntry), total: logTotal })),

  refreshSession: route('internal', {
    method: 'POST',
    path: '/internal/sessions/refresh',
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
  /** When the e-mail was confirmed; the trial runs from here. */
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
  summary: 'An admin let a user in again',
});

/** The events of a user who was not deleted, each with the whole state. */
export const userEvents = [userRegistered, userUpdated, userSuspended, userReinstated] as const;
export const userDeleted = defineEvent('user.deleted', {
  by: 'auth',
  summary: 'A user is to be forgotten everywhere',
  data: z.object({
    id,
    version: z.int(),
    deletedAt: instant,
    /** Their last address: where the last mail goes, and by which some of their things are kept. */
    email: z.string().optional(),
    /** Addresses that they gave up. What is kept by such an address and is older than `before` is theirs, too. */
    formerEmails: z.array(z.object({ email: z.string(), before: instant })).optional(),
  }),
  key: user => user.id,
});

export const sessionRevoked = defineEvent('session.revoked', {
  by: 'auth',
  summary: 'A session ended; its access tokens are refused from now on',
  data: z.object({ id, version: z.int(), userId: id, revokedAt: instant }),
  key: session => session.id,
  retentionHours: 24,
});
