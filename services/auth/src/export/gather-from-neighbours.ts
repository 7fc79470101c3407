import { AppError } from '@closingwire/chassis/app-error';
import type { NeighbourFacts, Person } from './neighbour-facts.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** Asks all services at once. Throws `unavailable`, naming them, when any does not reply: a part is no export. */
export async function gatherFromNeighbours(ask: NeighbourFacts, person: Person) {
  const missing: string[] = [];
  const causes: unknown[] = [];
  const from = (name: keyof NeighbourFacts) =>
    ask[name](person).catch(cause => {
      missing.push(name);
      causes.push(cause);
      return {};
    });
  const [billing, zips, leads, mails, messages] = await Promise.all([
    from('billing'),
    from('catalog'),
    from('leads'),
    from('notifications'),
    from('content'),
  ]);
  if (missing.length === 0) return { billing, zips, leads, mails, messages };
  const text = `Your data could not be gathered: no answer from ${listed(missing)}. Please try again shortly.`;
  throw new AppError('unavailable', 'export_incomplete', text, { cause: causes[0], detail: { missing } });
}
