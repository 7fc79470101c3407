import { getPriority, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';

export type PasswordTask = { password: string; stored?: string };

// Argon2id, the library's default, at 19 MiB: the OWASP minimum.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LOW_PRIORITY = 10;

// On Linux this sets the priority of this thread only, so that reads come before sign-ins. A process may not raise its
// priority again, hence the comparison.
if (process.platform === 'linux' && getPriority() < LOW_PRIORITY) setPriority(LOW_PRIORITY);

export default ({ password, stored }: PasswordTask): string | boolean =>
  stored === undefined ? hashSync(password, COST) : verifySync(stored, password);
