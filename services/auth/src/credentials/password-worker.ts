import { getPriority, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';

export type PasswordTask = { password: string; stored?: string };

// Argon2id, the library's default kind, at 19 MiB: the OWASP minimum.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PATIENT = 10;

// On Linux this is the priority of this thread alone: readers go before users who sign in. A process that was
// started with a lower one may not raise it.
if (process.platform === 'linux' && getPriority() < PATIENT) setPriority(PATIENT);

/** Hashes the password, or returns whether it fits the stored hash. */
export default ({ password, stored }: PasswordTask): string | boolean =>
  stored === undefined ? hashSync(password, COST) : verifySync(stored, password);
