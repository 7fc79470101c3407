import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '@closingwire/chassis/app-error';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Piscina } from 'piscina';
import type { PasswordTask } from './password-worker.ts';

const MAX_WAITING = 200;

/** Threads of their own: tokens are signed and verified in the process's pool, and must not wait for passwords. */
const threads = new Piscina<PasswordTask, string | boolean>({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 1,
  maxThreads: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxQueue: MAX_WAITING,
});

/** Throws `unavailable` when so many wait already that the sender would have left before the reply. */
function run(task: PasswordTask): Promise<string | boolean> {
  if (threads.queueSize < MAX_WAITING) return threads.run(task);
  const detail = { retryAfterSeconds: 2 };
  const text = 'Too many people sign in now; try again shortly';
  throw new AppError('unavailable', 'too_busy', text, { detail });
}

let dummy: Promise<string> | undefined;

/** A hash that nothing fits, made once; made anew after a refusal, which must not be kept. */
function dummyHash(): Promise<string> {
  dummy ??= hashPassword(randomBytes(16).toString('hex')).catch(error => {
    dummy = undefined;
    throw error;
  });
  return dummy;
}

/**
 * The form of a password that is hashed, compared and counted: keyboards differ in whether they send an accented letter
 * as one code point or as two. RFC 8265, section 4.2, takes NFC.
 */
const composed = (password: string): string => password.normalize('NFC');

export async function hashPassword(password: string): Promise<string> {
  return String(await run({ password: composed(password) }));
}

/** A longer password fits nothing, and is not hashed whole. */
const cut = (password: string) => password.slice(0, LONGEST_PASSWORD + 1);

/**
 * A password that fitted. `hash` is the one that it fitted; `newHash` takes its place where that was made from the code
 * points as they were sent, as earlier versions did.
 */
export type CheckedPassword = { hash: string; newHash?: string };

/**
 * Compares the composed form, then the password as sent. Undefined for a wrong one; without a hash (an unknown user) it
 * does the same work. Nothing is locked meanwhile, so the caller looks again whether the user still has this hash.
 */
export async function checkPassword(
  stored: string | null | undefined,
  password: string,
): Promise<CheckedPassword | undefined> {
  const hash = stored ?? (await dummyHash());
  const form = composed(password);
  const fits = (text: string) => run({ password: cut(text), stored: hash });
  if (await fits(form)) return stored ? { hash } : undefined;
  if (form === password || !(await fits(password)) || !stored) return undefined;
  return { hash, newHash: await hashPassword(password) };
}

let known: ReadonlySet<string> | undefined;

/** Whether the password is among the 49,000 that are tried first, whatever its capitals. Read on first need. */
function isBreached(password: string): boolean {
  known ??= new Set(dictionary['passwords-common']);
  return known.has(composed(password).toLowerCase());
}

export const isTooLong = (password: string): boolean => composed(password).length > LONGEST_PASSWORD;

export type Weakness = { message: string; reasons: ('length' | 'characters' | 'pwned')[] };

export type PasswordRules = { passwordMinLength: number; refuseBreached: boolean };

/** In characters of the composed form, so that the hashing stays cheap. */
export const LONGEST_PASSWORD = 1000;

const BREACHED = 'Password is known to be weak and easy to guess, please choose a different one.';

/** What makes the password too weak, or undefined. */
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
