import type { Closing } from '@closingwire/contracts/lead';
import type { DashboardFilters } from '@closingwire/contracts/leads';
import { failureOf } from '../../../lib/api-error.ts';
import { toDay } from '../../../lib/dates.ts';
import { trackedFetch } from '../../../lib/reachability.ts';
import { saveFile } from '../../../lib/save-file.ts';

const LF = 10;

/**
 * Saves the closings as a CSV file and returns their number; without closings it saves none. Usually the server writes
 * the CSV. The specification also permits a reply `{agents}`; the browser writes that one.
 */
export async function exportClosings(filters: DashboardFilters): Promise<number> {
  const reply = await trackedFetch('/api/user/agents/export', {
    method: 'POST',
    headers: { accept: 'text/csv', 'content-type': 'application/json' },
    body: JSON.stringify(filters),
  });
  if (!reply.ok) throw await failureOf(reply);
  const fileName = `custom-agent-filter-${toDay(new Date())}.csv`;
  if (!reply.headers.get('content-type')?.startsWith('text/csv')) {
    const { agents } = (await reply.json()) as { agents: Closing[] };
    const { saveClosings } = await import('./save-closings.ts');
    return saveClosings(fileName, agents);
  }
  // Rejects if the stream breaks, so that no short file is saved.
  const file = new Uint8Array(await reply.arrayBuffer());
  const count = file.reduce((lines, byte) => lines + Number(byte === LF), -1);
  if (count > 0) saveFile(fileName, new Blob([file], { type: 'text/csv;charset=utf-8' }));
  return count;
}
