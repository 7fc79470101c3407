import { z } from 'zod';
import { defineEvent } from './event.ts';
import { id, instant } from './primitive.ts';

/**
 * What a change of the audit log may be of, with its name on screens. Where a value would show more of a user than the
 * log may hold, a change names the field alone.
 */
export const changedFields = {
  value: 'Value',
  decision: 'Decision',
  contacts: 'Contacts',
  status: 'Status',
  isAdmin: 'Admin',
  role: 'Role',
  bannedUntil: 'Banned until',
  email: 'Email address',
  isEmailConfirmed: 'Email address confirmed',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  companyName: 'Company',
  industry: 'Industry',
  teamSize: 'Team size',
  emailNotifications: 'Email notifications',
  metadata: 'Metadata',
  trialDays: 'Trial days',
  priceNote: 'Price note, USD',
  isAvailable: 'Available',
  scrapeActive: 'Daily refresh',
  zipsAdded: 'ZIPs added',
  zipsSkipped: 'ZIPs skipped',
  question: 'Question',
  answer: 'Answer',
  category: 'Category',
  isPublished: 'Published',
  daysBeforeEnd: 'Days before the trial ends',
  mailsSent: 'Mails sent',
  apiKey: 'API key',
} as const satisfies Record<string, string>;
export type ChangedField = keyof typeof changedFields;

/** Characters that are kept of a value. Users are found by an address, and keys by the prefix behind their name. */
const longestValue = 100;
const longestWhole = 254;
const isKeptWhole = (field: ChangedField) => field === 'email' || field === 'apiKey';
const value = z.string().max(longestWhole).optional();

/** One plain value that somebody changed. `from` is absent where there was none, `to` where there is none now. */
const auditChange = z.object({ field: z.string().max(40), from: value, to: value });
export type AuditChange = z.output<typeof auditChange>;

type Plain = string | number | boolean | null | undefined;

function textOf(plain: Plain, longest: number): string | undefined {
  if (plain === null || plain === undefined) return undefined;
  if (typeof plain === 'boolean') return plain ? 'yes' : 'no';
  const text = String(plain).replace(/\s+/g, ' ');
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}

/**
 * A change as the audit log keeps it: values as text, cut at 100 characters but for addresses and API keys. Where two
 * values differ only in what is cut it names the field alone. Never give it a secret.
 */
export function changeOf(field: ChangedField, from?: Plain, to?: Plain): AuditChange {
  const longest = isKeptWhole(field) ? longestWhole : longestValue;
  const [before, after] = [textOf(from, longest), textOf(to, longest)];
  if (before === after && from !== to) return { field };
  return {
    field,
    ...(before !== undefined && { from: before }),
    ...(after !== undefined && { to: after }),
  };
}

/** What begins a path and is longer may be a token. */
const LONGEST_PLAIN_SEGMENT = 15;

/**
 * A web address without what may be a secret: user, password, query, fragment, and of the path all but a short first
 * part. Addresses of Slack, Zapier or Make carry a token in the path.
 */
export function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (!url) return address === '' ? '' : '…';
  const [, first = '', ...rest] = url.pathname.split('/');
  const path = first.length > LONGEST_PLAIN_SEGMENT ? '…' : first;
  return `${url.protocol}//${url.host}/${path}${rest.length > 0 ? '/…' : ''}${url.search && '?…'}`;
}

/**
 * In this header of a reply a service reports what the request changed; the gateway removes it. JSON, percent-encoded.
 */
export const CHANGES_HEADER = 'x-audited-changes';

export const encodeChanges = (changes: readonly AuditChange[]): string =>
  encodeURIComponent(JSON.stringify(changes));

const decoded = z.array(auditChange.extend({ field: z.enum(Object.keys(changedFields)) })).max(12);

/** The changes in a header; none when it is not as `encodeChanges` makes it. */
export function decodeChanges(header: string): AuditChange[] {
  try {
    return decoded.safeParse(JSON.parse(decodeURIComponent(header))).data ?? [];
  } catch {
    return [];
  }
}

/** Characters that are kept of a User-Agent header. */
export const longestUserAgent = 400;

/** What the audit log shows as done, in words that follow who did it. */
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
  'key-used': 'Used a key',
  'opt-out-requested': 'Asked for an opt-out',
  'opt-out-confirmed': 'Confirmed an opt-out by its link',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof auditActions;

export const auditAction = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

/** Only a reply that the service gave for this very bearer proves who sent it: also one that asks for payment. */
export const isBearerAccepted = (status: number): boolean => status < 400 || status === 402;

/** What the gateway saw; all others the auth service writes itself, with the change. */
const requestActions = [
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
  /** Null for a visitor, for a key that no user owns, and where nobody was proven. */
  actor: auditParty.nullable(),
  /** Who sent a key that no user owns, in plain words such as 'Lead source'; else empty. */
  keyHolder: z.string(),
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

export const requestAudited = defineEvent('request.audited', {
  by: 'gateway',
  summary: 'A request that the audit log keeps: who, what, when, from where, and what came of it',
  data: z.object({
    /** Of the entry, and of the event that carries it. */
    id,
    at: instant,
    action: z.enum(requestActions),
    /** The user whose session or user id came with the request; null where that proves nobody. */
    actorId: id.nullable(),
    caller: z.enum(['nobody', 'user', 'key', 'service']),
    /**
     * SHA-256 of a key of ours, by which auth finds its owner. Null for other bearers: the hash of what somebody chose
     * could be guessed.
     */
    keyHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    /** `auth.setUserStatus`, never a path: paths carry tokens. */
    route: z.string().max(100),
    /** Ids that the request named, by parameter; nothing that could be a secret. */
    named: z.record(z.string(), z.string().max(64)),
    /** What it changed, as the service reports it; empty where that has no plain value. */
    changes: z.array(auditChange).default([]),
    /** HTTP status; 499 when the client left before the reply. */
    status: z.int(),
    ip: z.union([z.ipv4(), z.ipv6(), z.literal('')]),
    userAgent: z.string().max(longestUserAgent),
    requestId: z.string(),
  }),
  key: ({ actorId, ip }) => actorId ?? ip,
});
