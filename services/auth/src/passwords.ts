import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { fewAtOnce } from './few-at-once.ts';

// Argon2id, the library's default kind, at 19 MiB: the OWASP minimum. Runs in the thread pool.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Tokens are signed and verified in the same pool of threads: with all threads and cores at passwords, everybody
 * who only reads would wait for those who sign in.
 */
const inTurn = fewAtOnce({ atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)), waiting: 200 });

let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** Whether the password fits. Without a hash (an unknown person) it does the same work and answers false. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const expected = stored ?? (await decoy);
  const matches = await inTurn(() => verify(expected, password));
  return stored ? matches : false;
}
