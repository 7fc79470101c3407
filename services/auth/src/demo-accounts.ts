import type { Clock } from '@closingwire/chassis/clock';
import { publish } from '@closingwire/chassis/outbox';
import type { Part } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { userRegistered } from '@closingwire/contracts/events/user-events';
import { hashPassword } from './credentials/passwords.ts';
import { activate, newAccount } from './flows/registration.ts';
import { insertAccount, saveAccount, saveEmailIdentity } from './users/store.ts';
import type { ActiveAccount } from './users/user.ts';
import { toUserState } from './users/view.ts';

const PASSWORD = 'closingwire-demo';

/** Fixed ids, so that other parts of the demo data can name the people. */
const people = [
  {
    id: '01936b3c-0000-7000-8000-000000000001',
    email: 'admin@demo.closingwire.test',
    isAdmin: true,
    form: {
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
    form: {
      firstName: 'Sam',
      lastName: 'Subscriber',
      phone: '555-0101',
      industry: 'Mortgages',
      companyName: 'Evergreen Lending',
      teamSize: 'Just me (1)',
    },
  },
] as const;

/** Makes the two demo people, confirmed; does nothing for those who exist, or who deleted their account. */
export function demoAccounts(pg: Pg, clock: Clock): Part {
  async function make({ id, email, isAdmin, form }: (typeof people)[number]): Promise<void> {
    const known = await pg.maybe(
      `select 1 from users where email = $1
       union all select 1 from audit_log where action = 'user-deleted' and $2 in (actor_id, target_id)`,
      [email, id],
    );
    if (known) return;
    const registration = { ...form, passwordHash: await hashPassword(PASSWORD) };
    await pg.transaction(async tx => {
      const fresh = newAccount(id, email, registration, clock());
      if (!(await insertAccount(tx, fresh))) return;
      const active: ActiveAccount = { ...activate(fresh, registration, clock()), isAdmin };
      await saveAccount(tx, active);
      await saveEmailIdentity(tx, id, active);
      await publish(tx, userRegistered, toUserState(active));
    });
  }

  return {
    name: 'demo accounts',
    async start() {
      for (const person of people) await make(person);
    },
    stop: async () => {},
  };
}
