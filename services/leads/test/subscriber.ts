import { newId } from '@closingwire/chassis/ids';
import type { Closing } from '@closingwire/contracts/lead';
import type { startLeads } from './start-leads.ts';

export type Page = { agents: Closing[]; total: number; page: number; totalPages: number };

/** A user in a trial with these ZIPs and their own token. */
export async function subscriberOf(
  leads: Awaited<ReturnType<typeof startLeads>>,
  zipCodes: string[],
  activatedAt = new Date('2026-03-10T00:00:00Z'),
) {
  const id = newId();
  const token = await leads.identity.tokenFor({ id, activatedAt });
  const subscriptions = await leads.subscribe(id, zipCodes);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${leads.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
  return {
    id,
    subscriptions,
    ask,
    get: async <T>(path: string) => (await (await ask(path)).json()) as T,
    exportCsv: (filters: object) =>
      ask('/api/user/agents/export', {
        method: 'POST',
        body: JSON.stringify(filters),
        headers: { accept: 'text/csv' },
      }),
  };
}
