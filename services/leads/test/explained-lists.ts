import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userUpdated } from '@closingwire/contracts/auth';
import { trialExpired } from '@closingwire/contracts/billing';
import type { ExplainedList } from '@closingwire/contracts/customer-lists';
import { startLeads } from './start-leads.ts';
import { accountOf, userOf } from './states.ts';
import { subscriberOf } from './subscriber.ts';

type Explained = { lists: ExplainedList[]; lastDeliveryAt: string | null };

/** Starts leads on March 18, 2026, with the calls of an admin about a customer. */
export async function startCustomers() {
  const leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  const token = await leads.identity.tokenFor({ isAdmin: true });

  const askAs = async (bearer: string, path: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const reply = await fetch(`${leads.url}/api/admin/customers/${path}`, { headers });
    return { status: reply.status, body: await reply.json() };
  };
  const askAdmin = (path: string) => askAs(token, path);
  const explained = async (userId: string, zip = '') =>
    (await askAdmin(`${userId}/lists?zip=${zip}`)).body as Explained;

  return {
    leads,
    token,
    askAs,
    askAdmin,
    explained,
    reasonsOf: async (userId: string, zip = '') => (await explained(userId, zip)).lists[0]?.reasons,
    /** A subscriber of these ZIPs whom leads knows. */
    async knownSubscriber(zipCodes: string[], account: Parameters<typeof accountOf>[1] = {}) {
      const user = await subscriberOf(leads, zipCodes);
      const trialExpiresAt = '2026-04-01T00:00:00Z';
      await leads.bus.send(userUpdated, [{ data: userOf(user.id) }]);
      await leads.bus.send(trialExpired, [{ data: accountOf(user.id, { trialExpiresAt, ...account }) }]);
      await until(() =>
        leads.pg.returnsRow(sql`select from users u join accounts a on a.id = u.id where u.id = ${user.id}`),
      );
      return user;
    },
  };
}

export type Customers = Awaited<ReturnType<typeof startCustomers>>;
