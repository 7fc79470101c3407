import { z } from 'zod';
import { auditChange } from './audit-change.ts';
import { instant } from './primitive.ts';

/** Characters that are kept of a User-Agent header. */
export const longestUserAgent = 400;

/** What the audit log says was done, in words that follow who did it. */
export const auditActions = {
  'sign-up': 'Signed up',
  'account-activated': 'Confirmed the email address',
  'sign-in': 'Signed in',
  'sign-in-begun': 'Began to sign in; the second factor is missing',
  'sign-in-refused': 'Sign-in refused',
  'sign-out': 'Signed out',
  'refresh-token-reused': 'Session ended: an old token came back',
  'password-reset-requested': 'Asked for a password reset',
  'password-changed': 'Changed the password',
  'password-refused': 'Gave a wrong current password',
  'email-change-requested': 'Asked for another email address',
  'email-changed': 'Changed the email address',
  'user-changed-by-admin': 'Changed a user as admin',
  'trial-credited': 'Credited trial days',
  'admin-made': 'Made a user admin',
  'sign-in-link-requested': 'Asked for a sign-in link',
  'factor-enrolled': 'Began to set up two-factor authentication',
  'factor-verified': 'Gave a second factor',
  'factor-refused': 'Gave a wrong second factor',
  'factor-removed': 'Removed a second factor',
  'identity-unlinked': 'Unlinked an identity',
  'user-invited': 'Invited a user',
  'user-deleted': 'Deleted an account',
  'account-exported': 'Exported the own account',
  'account-deletion-refused': 'Deletion of the account refused',
  'link-generated': 'Made a sign-in link for a user',
  'session-ended': 'Ended a session',
  'api-key-made': 'Made an API key',
  'api-key-rolled': 'Rolled an API key',
  'api-key-revoked': 'Revoked an API key',
  'admin-request': 'Other admin change',
  'request-denied': 'Access denied',
  'request-limited': 'Too many requests',
  'data-exported': 'Exported data',
  'key-used': 'Used an API key',
  'opt-out-requested': 'Asked for an opt-out',
  'opt-out-confirmed': 'Confirmed an opt-out by its link',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof auditActions;

export const auditAction = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

/** What the gateway saw; all others the auth service writes itself, with the change. */
export const requestActions = [
  'admin-request',
  'request-denied',
  'request-limited',
  'data-exported',
  'key-used',
  'opt-out-requested',
  'opt-out-confirmed',
] as const satisfies AuditAction[];
export type RequestAction = (typeof requestActions)[number];

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** One address, or a network of them; '' is any. */
export const networkAddress = z
  .string()
  .refine(
    text => text === '' || network.safeParse(text).success,
    'Expected a network address such as 203.0.113.7 or 203.0.113.0/24',
  );

/** Who an id of the audit log belongs to; `email` is empty for somebody who is gone, and for what is no user. */
const auditParty = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const auditLogEntry = z.object({
  id: z.string(),
  at: instant,
  action: z.string(),
  /** What was done, in plain words that follow who did it. */
  text: z.string(),
  /** Null for a visitor, and where nobody was proven. */
  actor: auditParty.nullable(),
  /** The user, session or key that it was about. */
  target: auditParty.nullable(),
  /** What else the request named: a ZIP, a setting, the id of an article. */
  subject: z.string(),
  /** What was changed, as far as it has plain values. */
  changes: z.array(auditChange),
  ip: z.string(),
  device: z.string(),
  /** Unknown: who asked, or the gateway, did not wait for the reply. */
  outcome: z.enum(['done', 'refused', 'failed', 'unknown']),
  /** HTTP status, of entries that are a request's. */
  status: z.int().nullable(),
});
export type AuditLogEntry = z.output<typeof auditLogEntry>;
