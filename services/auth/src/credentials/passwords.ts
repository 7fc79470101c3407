import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '@closingwire/chassis/app-error';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Piscina } from 'piscina';
import type { PasswordTask } from './password-worker.ts';

const MAX_WAITING = 200;

/** Separate threads: tokens are signed and verified in Node's own pool, and must not wait for passwords. */
const threads = new Piscina<PasswordTask, string | boolean>({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 1,
  maxThreads: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxQueue: MAX_WAITING,
});

/** Throws `unavailable` if the queue is so long that the client would time out. */
function run(task: PasswordTask): Promise<string | boolean> {
  if (threads.queueSize < MAX_WAITING) return threads.run(task);
  const detail = { retryAfterSeconds: 2 };
  const text = 'Too many users are signing in; try again shortly';
  throw new AppError('unavailable', 'too_busy', text, { detail });
}

let dummy: Promise<string> | undefined;

/** Returns a hash that no password matches, made once. A failure is not cached. */
function dummyHash(): Promise<string> {
  dummy ??= hashPassword(randomBytes(16).toString('hex')).catch(error => {
    dummy = undefined;
    throw error;
  });
  return dummy;
}

/** NFC (RFC 8265, section 4.2): some keyboards send an accented letter as one code point, others as two. */
const composed = (password: string): string => password.normalize('NFC');

export async function hashPassword(password: string): Promise<string> {
  return String(await run({ password: composed(password) }));
}

/** Hashes only the beginning of a password that is too long: one more character already makes it match no hash. */
const cut = (password: string) => password.slice(0, LONGEST_PASSWORD + 1);

/** `hash` is the stored hash that matched. `newHash` replaces a hash that an earlier version made without NFC. */
export type CheckedPassword = { hash: string; newHash?: string };

/**
 * Compares the NFC form, then the password as sent. Returns undefined for a wrong password. For an unknown user, who
 * has no stored hash, it takes as long. It holds no lock: the caller must check under the lock that the user still has
 * this hash.
 */
export async function checkPassword(
  stored: string | null | undefined,
  password: string,
): Promise<CheckedPassword | undefined> {
  const hash = stored ?? (await dummyHash());
  const form = composed(password);
  const matches = (text: string) => run({ password: cut(text), stored: hash });
  if (await matches(form)) return stored ? { hash } : undefined;
  if (form === password || !(await matches(password)) || !stored) return undefined;
  return { hash, newHash: await hashPassword(password) };
}

let known: ReadonlySet<string> | undefined;

/** Returns true for one of the 49,000 most common passwords, in any case. The list is read at the first call. */
function isBreached(password: string): boolean {
  known ??= new Set(dictionary['passwords-common']);
  return known.has(composed(password).toLowerCase());
}

export const isTooLong = (password: string): boolean => composed(password).length > LONGEST_PASSWORD;

export type Weakness = { message: string; reasons: ('length' | 'characters' | 'pwned')[] };

export type PasswordRules = { passwordMinLength: number; refuseBreached: boolean };

/** In characters of the NFC form. */
export const LONGEST_PASSWORD = 1000;

const BREACHED = 'Password is known to be weak and easy to guess, please choose a different one.';

/** Returns why the password is too weak; undefined if it is strong enough. */
export function weaknessOf(
  password: string,
  { passwordMinLength, refuseBreached }: PasswordRules,
): Weakness | undefined {
  const isShort = composed(password).length < passwordMinLength;
  const reasons: Weakness['reasons'] = [];
  if (isShort) reasons.push('length');
  if (refuseBreached && isBreached(password)) reasons.push('pwned');
  if (reasons.length === 0) return undefined;
  const message = isShort ? `Password should be at least ${passwordMinLength} characters.` : BREACHED;
  return { message, reasons };
}
