import type { Clock, Part } from '@closingwire/chassis/part';
import { type Pg, sql } from '@closingwire/chassis/pg';
import { termsVersion } from '@closingwire/contracts/terms';
import { hashPassword } from '../credentials/passwords.ts';
import { patchUser } from '../users/store.ts';
import { addUser, confirmUser } from './sign-up.ts';

const PASSWORD = 'closingwire-demo';
const atStart = { ip: '', userAgent: 'demo data', id: 'start' };

/** Fixed ids, for the demo data of other services. */
const demoUsers = [
  {
    id: '01936b3c-0000-7000-8000-000000000001',
    email: 'admin@demo.closingwire.test',
    isAdmin: true,
    profile: {
      firstName: 'Ada',
      lastName: 'Admin',
      phone: '555-0100',
      industry: 'Marketing Agency',
      companyName: 'ClosingWire Demo',
      teamSize: 'Small team (2-5)',
    },
  },
  {
    id: '01936b3c-0000-7000-8000-000000000002',
    email: 'subscriber@demo.closingwire.test',
    isAdmin: false,
    profile: {
      firstName: 'Sam',
      lastName: 'Subscriber',
      phone: '555-0101',
      industry: 'Mortgages',
      companyName: 'Evergreen Lending',
      teamSize: 'Just me (1)',
    },
  },
] as const;

/** Inserts the two demo users, confirmed; skips a user who exists or deleted their account. */
export function demoAccounts(pg: Pg, clock: Clock): Part {
  async function insert({ id, email, isAdmin, profile }: (typeof demoUsers)[number]): Promise<void> {
    const known = await pg.maybe(
      sql`select 1 from users where email = ${email}
       union all select 1 from audit_log where action = 'user-deleted' and ${id} in (actor_id, target_id)`,
    );
    if (known) return;
    const signedUpWith = { profile, passwordHash: await hashPassword(PASSWORD) };
    await pg.transaction(async tx => {
      const now = clock();
      const user = await addUser(tx, { id, email, ...signedUpWith, now });
      if (!user) return;
      if (isAdmin) await patchUser(tx, user, { isAdmin });
      const terms = { version: termsVersion, at: now.toISOString(), ip: '', userAgent: atStart.userAgent };
      await confirmUser(tx, user, { payload: { ...signedUpWith, terms }, now, client: atStart });
    });
  }

  return {
    name: 'demo accounts',
    async start() {
      for (const user of demoUsers) await insert(user);
    },
    stop: async () => {},
  };
}
