import { hash } from 'node:crypto';
import { until } from '@closingwire/chassis/testing';
import type { DeletionList } from '@closingwire/contracts/deletion-lists';
import { patience, type startLeads } from './start-leads.ts';

/** Returns the platform's hash of an identifier in its standard form. */
export const hashOf = (identifier: string) => hash('sha256', identifier, 'base64');

/** Returns a list as the platform writes it; records are numbered from 1. */
export const listOf = (identifiers: readonly string[], first = 1) =>
  [
    'ID,Hash',
    ...identifiers.map((one, at) => `A7kP2xQ9${String(first + at).padStart(4, '0')},${hashOf(one)}`),
  ].join('\r\n');

type Page = { lists: DeletionList[]; total: number; deadline: { dueOn: string; daysLeft: number } | null };

/** An admin who processes deletion lists. */
export async function deletionAdminOf(leads: Awaited<ReturnType<typeof startLeads>>) {
  const token = await leads.identity.tokenFor({ isAdmin: true });
  const path = `${leads.url}/api/admin/deletion-lists`;
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (body: string | Uint8Array, query: Record<string, string>) => {
    const reply = await fetch(`${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body,
    });
    return {
      status: reply.status,
      body: (await reply.json()) as DeletionList & { code?: string; message?: string },
    };
  };
  const page = async () => (await (await fetch(path, { headers })).json()) as Page;
  const reply = async (id: string) => {
    const got = await fetch(`${path}/${id}/reply`, { headers });
    return { status: got.status, name: got.headers.get('content-disposition'), text: await got.text() };
  };
  const done = (id: string) =>
    until(async () => (await page()).lists.find(list => list.id === id && list.state === 'done'), patience);
  return {
    upload,
    page,
    reply,
    done,
    /** Uploads a list and waits until it is processed. */
    async process(identifiers: readonly string[], query: Record<string, string>) {
      const { body } = await upload(listOf(identifiers), query);
      return done(body.id);
    },
  };
}
