import type { Locked } from '../src/accounts/rules.ts';

/** Marks facts as read under the account's lock, for tests of the rules. */
export const asLocked = <Facts extends object>(facts: Facts): Facts & Locked => facts as Facts & Locked;
