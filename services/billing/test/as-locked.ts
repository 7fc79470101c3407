import type { Locked } from '../src/accounts/rules.ts';

/** Facts as `lockAccount` would have read them, for tests of the rules. */
export const asLocked = <Facts extends object>(facts: Facts): Facts & Locked => facts as Facts & Locked;
