import type { ContactsOverview, DoNotCallCheck, DoNotCallList } from '@closingwire/contracts/contacts';
import type { startLeads } from './start-leads.ts';

/* Calls of an admin about lists of the do-not-call registry. */

type Refusal = { code?: string; message?: string };

export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The day of a list unless the query says another. */
export const listedOn = dayBefore(8);

/** `count` different numbers of an area code, a line each. */
export const numbersOf = (areaCode: string, count: number, from = 2_000_000): string =>
  Array.from({ length: count }, (_, n) => `${areaCode},${from + n}\n`).join('');

export async function registryLists(leads: Awaited<ReturnType<typeof startLeads>>) {
  const authorization = `Bearer ${await leads.identity.tokenFor({ isAdmin: true })}`;
  const url = `${leads.url}/api/admin`;

  async function post<Reply>(body: string | Uint8Array, query: Record<string, string>) {
    const asked = new URLSearchParams({ san: '12345678-1', listedOn, fileName: '206.txt', ...query });
    const reply = await fetch(`${url}/do-not-call-lists?${asked}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/plain' },
      body,
    });
    const changes = decodeURIComponent(reply.headers.get('x-audited-changes') ?? '[]');
    return { status: reply.status, body: JSON.parse(await reply.text()) as Reply & Refusal, changes };
  }

  return {
    /** Stores a list, also a small one. */
    upload: (body: string | Uint8Array, query: Record<string, string> = {}) =>
      post<DoNotCallList>(body, { kind: 'full', confirmed: 'true', ...query }),
    check: (body: string, query: Record<string, string> = {}) =>
      post<DoNotCallCheck>(body, { kind: 'full', dryRun: 'true', ...query }),
    async remove(id: string) {
      const reply = await fetch(`${url}/do-not-call-lists/${id}`, {
        method: 'DELETE',
        headers: { authorization },
      });
      const changes = decodeURIComponent(reply.headers.get('x-audited-changes') ?? '[]');
      return { status: reply.status, body: (await reply.json()) as DoNotCallList & Refusal, changes };
    },
    overview: async () =>
      (await (await fetch(`${url}/contacts`, { headers: { authorization } })).json()) as ContactsOverview,
  };
}
