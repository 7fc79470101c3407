import { hash } from 'node:crypto';
import { idOf } from '@closingwire/chassis/ids';
import type { ContactKind, OptOutState } from '@closingwire/contracts/opt-out';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const LINK_LIFE_MS = 7 * DAY_MS;
const PAUSE_MS = 10 * MINUTE_MS;
const MAILS_A_DAY = 3;

/** Whether an address that got links at these times in the last day gets one more. */
export function mayMailLink(mailedAt: readonly Date[], now: Date): boolean {
  if (mailedAt.length >= MAILS_A_DAY) return false;
  return mailedAt.every(at => now.getTime() - at.getTime() >= PAUSE_MS);
}

/** What is stored of the secret of a link. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * The id of the mail that the link went by. Admins see it beside the full address, and the id of the opt-out beside its
 * masked contacts: it is made from what no admin sees, so that the one does not lead to the other.
 */
export const linkMailId = (hashOfSecret: Buffer): string => idOf(hashOfSecret);

/** 'expired' is stored nowhere: it is a request whose time is over. */
export type StoredState = Exclude<OptOutState, 'expired'>;

export function stateOf(request: { state: StoredState; expiresAt: Date | null }, now: Date): OptOutState {
  const { state, expiresAt } = request;
  return state === 'requested' && expiresAt !== null && now >= expiresAt ? 'expired' : state;
}

/** An agent of a list who carries something that a request names. */
export type Carrier = {
  name: string;
  email: string | null;
  license: string | null;
  /** What of the request the row carries. */
  carries: Record<ContactKind, boolean>;
};

/** More than one person has in all ZIPs; whoever is carried more often is an office. */
export const MOST_CARRIERS = 1_000;

const distinct = (values: readonly (string | null)[]) => new Set(values.filter(value => value !== null)).size;

/** Whether agents of more than one person carry the phone, as that of an office. */
function isSharedPhone(carriers: readonly Carrier[]): boolean {
  if (distinct(carriers.map(({ email }) => email)) > 1) return true;
  if (distinct(carriers.map(({ license }) => license)) > 1) return true;
  const known = new Set(carriers.filter(({ carries }) => carries.email).map(({ name }) => name));
  return carriers.some(({ name, email, license }) => email === null && license === null && !known.has(name));
}

/** Numbers of licenses repeat from state to state, and 'N/A' is one too: two names with two addresses are two people. */
const isSharedLicense = (carriers: readonly Carrier[]) =>
  distinct(carriers.map(({ email }) => email)) > 1 && distinct(carriers.map(({ name }) => name)) > 1;

/**
 * Whether what a request names takes effect with the address that confirmed it. A phone or a license number does when
 * a row carries it together with that address, and it is one person's: whoever reads the mail of the address has
 * shown no more than that.
 */
export function takesEffect(kind: ContactKind, all: readonly Carrier[]): boolean {
  if (kind === 'email') return true;
  const carriers = all.filter(({ carries }) => carries[kind]);
  if (carriers.length > MOST_CARRIERS || !carriers.some(({ carries }) => carries.email)) return false;
  return kind === 'phone' ? !isSharedPhone(carriers) : !isSharedLicense(carriers);
}

const HIDDEN = '•••';

/** What its owner knows again and nobody else can read: 'a•••@example.com', '•••0142', 'WA•••'. */
export function masked(kind: ContactKind, value: string): string {
  if (kind === 'email') return `${value.slice(0, 1)}${HIDDEN}${value.slice(value.lastIndexOf('@'))}`;
  if (kind === 'license') return `${value.slice(0, 2)}${HIDDEN}`;
  return `${HIDDEN}${value.replace(/\D/g, '').slice(-4)}`;
}
