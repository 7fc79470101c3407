import { hash } from 'node:crypto';
import { idOf } from '@closingwire/chassis/ids';
import type { ContactKind, OptOutState } from '@closingwire/contracts/opt-out';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const LINK_LIFE_MS = 7 * DAY_MS;
const PAUSE_MS = 10 * MINUTE_MS;
const MAILS_A_DAY = 3;

/** Whether to mail another link to an address that got links at these times in the last day. */
export function mayMailLink(mailedAt: readonly Date[], now: Date): boolean {
  if (mailedAt.length >= MAILS_A_DAY) return false;
  return mailedAt.every(at => now.getTime() - at.getTime() >= PAUSE_MS);
}

export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * The id of the mail with the link. Admins see it beside the full address, and the opt-out's id beside masked
 * contacts. It derives from the secret, so that they cannot match the two.
 */
export const linkMailId = (hashOfSecret: Buffer): string => idOf(hashOfSecret);

/** 'expired' is not stored; it is a request past its expiry. */
export type StoredState = Exclude<OptOutState, 'expired'>;

export function stateOf(request: { state: StoredState; expiresAt: Date | null }, now: Date): OptOutState {
  const { state, expiresAt } = request;
  return state === 'requested' && expiresAt !== null && now >= expiresAt ? 'expired' : state;
}

/** An agent's row with a contact of a request. */
export type Carrier = {
  name: string;
  email: string | null;
  license: string | null;
  /** The contacts of the request that the row has. */
  carries: Record<ContactKind, boolean>;
};

/** One agent has fewer rows in all ZIPs; a contact on more rows is an office's. */
export const MOST_CARRIERS = 1_000;

const distinct = (values: readonly (string | null)[]) => new Set(values.filter(value => value !== null)).size;

/** Whether several agents have the phone, as at an office. */
function isSharedPhone(carriers: readonly Carrier[]): boolean {
  if (distinct(carriers.map(({ email }) => email)) > 1) return true;
  if (distinct(carriers.map(({ license }) => license)) > 1) return true;
  const known = new Set(carriers.filter(({ carries }) => carries.email).map(({ name }) => name));
  return carriers.some(({ name, email, license }) => email === null && license === null && !known.has(name));
}

/**
 * License numbers repeat between states, and 'N/A' is common: rows with different names and different email addresses
 * belong to different agents.
 */
const isSharedLicense = (carriers: readonly Carrier[]) =>
  distinct(carriers.map(({ email }) => email)) > 1 && distinct(carriers.map(({ name }) => name)) > 1;

/**
 * Whether confirming the address suppresses this contact. A phone or license number needs a row that has it together
 * with the address, and must belong to one agent: opening the link proves only the address.
 */
export function takesEffect(kind: ContactKind, all: readonly Carrier[]): boolean {
  if (kind === 'email') return true;
  const carriers = all.filter(({ carries }) => carries[kind]);
  if (carriers.length > MOST_CARRIERS || !carriers.some(({ carries }) => carries.email)) return false;
  return kind === 'phone' ? !isSharedPhone(carriers) : !isSharedLicense(carriers);
}

const HIDDEN = '•••';

/** Hides most of a contact: 'a•••@example.com', '•••0142', 'WA•••'. */
export function masked(kind: ContactKind, value: string): string {
  if (kind === 'email') return `${value.slice(0, 1)}${HIDDEN}${value.slice(value.lastIndexOf('@'))}`;
  if (kind === 'license') return `${value.slice(0, 2)}${HIDDEN}`;
  return `${HIDDEN}${value.replace(/\D/g, '').slice(-4)}`;
}
