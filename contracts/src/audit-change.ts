import { z } from 'zod';

/**
 * What a change of the audit log may be of, with its name on screens. Where a value would say more of a person than the
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
export const auditChange = z.object({ field: z.string().max(40), from: value, to: value });
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
 * In this header of a reply a service says what the request changed; the gateway removes it. JSON, percent-encoded.
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
