import { z } from 'zod';
import { defineEvent } from './event.ts';
import { id, instant } from './primitive.ts';

/**
 * Fields that a change in the audit log names, with their labels on screens. A change has no values if they would
 * reveal too much about a user.
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
  isCheck: 'Check only',
  fileName: 'File',
  listKind: 'Kind of list',
  numbers: 'Numbers',
  areaCodes: 'Area codes',
  source: 'Source',
  accepted: 'Rows accepted',
  rejected: 'Rows rejected',
  license: 'License',
  permittedUses: 'Permitted uses',
  states: 'States',
  expiresAt: 'Last day',
  contact: 'Contact',
  mustBeNamed: 'Must be named',
  trust: 'Trust',
  agentRows: 'Rows of the agent',
  mergedAgent: 'Merged agent',
  isHidden: 'Hidden from customers',
  isUnchanged: 'Nothing changed',
  credit: 'Credit',
  price: 'Price',
  address1: 'Address',
  fullName: "Agent's name",
  brokerageName: 'Brokerage',
  mobile: 'Mobile',
} as const satisfies Record<string, string>;
export type ChangedField = keyof typeof changedFields;

/** Longest stored values. `longestWhole` is for email addresses and API keys: searches match them in full. */
const longestValue = 100;
const longestWhole = 254;
const isKeptWhole = (field: ChangedField) => field === 'email' || field === 'apiKey';
const value = z.string().max(longestWhole).optional();

/** One changed field. `from` is absent if the field was empty, `to` if it is empty now. */
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
 * Returns a change for the audit log: values as text, cut at 100 characters except addresses and API keys. If the
 * cut values are equal, the change has no values. Never pass a secret.
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

/** A longer first segment of a path may be a token. */
const LONGEST_PLAIN_SEGMENT = 15;

/**
 * Removes the parts of a URL that may be secret: user, password, query, fragment, and all of the path but a short
 * first segment. URLs of Slack, Zapier and Make carry a token in the path.
 */
export function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (!url) return address === '' ? '' : '…';
  const [, first = '', ...rest] = url.pathname.split('/');
  const path = first.length > LONGEST_PLAIN_SEGMENT ? '…' : first;
  return `${url.protocol}//${url.host}/${path}${rest.length > 0 ? '/…' : ''}${url.search && '?…'}`;
}

/** Reply header with the changes of a request, as percent-encoded JSON. The gateway removes it. */
export const CHANGES_HEADER = 'x-audited-changes';

export const encodeChanges = (changes: readonly AuditChange[]): string =>
  encodeURIComponent(JSON.stringify(changes));

const decoded = z.array(auditChange.extend({ field: z.enum(Object.keys(changedFields)) })).max(12);

/** Returns the changes in the header; empty if `encodeChanges` did not write it. */
export function decodeChanges(header: string): AuditChange[] {
  try {
    return decoded.safeParse(JSON.parse(decodeURIComponent(header))).data ?? [];
  } catch {
    return [];
  }
}

export const longestUserAgent = 400;

/** Labels of audited actions. Screens show them after the actor. */
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
  'own-list-changed': 'Changed a list of their own',
  'key-used': 'Used a key',
  'opt-out-requested': 'Asked for an opt-out',
  'opt-out-confirmed': 'Confirmed an opt-out by its link',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof auditActions;

export const auditAction = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

/** A refused bearer proves no sender. 402 means the bearer is valid and payment is due. */
export const isBearerAccepted = (status: number): boolean => status < 400 || status === 402;

/** Actions recorded by the gateway. The auth service records the others itself, with the change. */
const requestActions = [
  'admin-request',
  'request-denied',
  'request-limited',
  'data-exported',
  'own-list-changed',
  'key-used',
  'opt-out-requested',
  'opt-out-confirmed',
] as const satisfies AuditAction[];
export type RequestAction = (typeof requestActions)[number];

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An IP address or network; '' means any. */
export const networkAddress = z
  .string()
  .refine(
    text => text === '' || network.safeParse(text).success,
    'Expected a network address such as 203.0.113.7 or 203.0.113.0/24',
  );

/** The owner of an ID in the audit log. `email` is empty for a deleted user and for an ID that is not a user's. */
const auditParty = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const auditLogEntry = z.object({
  id: z.string(),
  at: instant,
  action: z.string(),
  /** The action as text that follows the actor. */
  text: z.string(),
  /** Null for a visitor, a key without an owner, and an unproven sender. */
  actor: auditParty.nullable(),
  /** The kind of key, such as 'Lead source', if it has no owner; otherwise empty. */
  keyHolder: z.string(),
  /** The affected user, session or key. */
  target: auditParty.nullable(),
  /** Another thing that the request named: a ZIP, a setting, the ID of an article. */
  subject: z.string(),
  changes: z.array(auditChange),
  ip: z.string(),
  device: z.string(),
  /** Unknown: the client or the gateway stopped waiting for the reply. */
  outcome: z.enum(['done', 'refused', 'failed', 'unknown']),
  /** The HTTP status of a request; null for other entries. */
  status: z.int().nullable(),
});
export type AuditLogEntry = z.output<typeof auditLogEntry>;

export const requestAudited = defineEvent('request.audited', {
  by: 'gateway',
  summary: 'An audited request: who, what, when, from where, and the outcome',
  data: z.object({
    /** The ID of both the entry and its event. */
    id,
    at: instant,
    action: z.enum(requestActions),
    /** The user of the session or user ID in the request; null if unproven. */
    actorId: id.nullable(),
    caller: z.enum(['nobody', 'user', 'key', 'service']),
    /**
     * SHA-256 of one of our keys; auth finds the owner by it. Null for other bearers: a hash of a guessable bearer
     * would reveal it.
     */
    keyHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    /** Such as `auth.setUserStatus`. Never a path: paths carry tokens. */
    route: z.string().max(100),
    /** The changes that the service reported; empty if it reported none. */
    named: z.record(z.string(), z.string().max(64)),
    /** Changes that the service reports; empty if they have no plain values. */
    changes: z.array(auditChange).default([]),
    /** HTTP status; 499 if the client disconnected before the reply. */
    status: z.int(),
    ip: z.union([z.ipv4(), z.ipv6(), z.literal('')]),
    userAgent: z.string().max(longestUserAgent),
    requestId: z.string(),
  }),
  key: ({ actorId, ip }) => actorId ?? ip,
});
