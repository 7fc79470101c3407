import { z } from 'zod';
import { customerOf, type ProviderEvent } from './provider.ts';
import { find, type Player, type Stage } from './stage.ts';

const invoice = z.looseObject({
  id: z.string(),
  total: z.number(),
  lines: z.object({ data: z.array(z.object({ amount: z.number(), quantity: z.number() })) }),
});

/** Returns all ZIPs that a charge in this step may be for. */
function chargeable({ recent, checkouts, loose }: Player): Set<string> {
  const all = new Set(loose);
  for (const zips of [...recent, ...[...checkouts.values()].map(checkout => checkout.zips)]) {
    for (const zip of zips) all.add(zip);
  }
  return all;
}

/** Compares new invoices with the ZIPs that the account had or ordered: no ZIP is charged twice. */
export function chargeCheck() {
  const seen = new Set<string>();

  function check(stage: Stage, player: Player, event: ProviderEvent): void {
    const { id, lines } = invoice.parse(event.data.object);
    if (seen.has(id)) return;
    seen.add(id);
    // Pending prorations come first, with earlier quantities.
    const quantity = lines.data.findLast(({ amount }) => amount > 0)?.quantity ?? 0;
    const most = chargeable(player);
    if (quantity <= most.size) return;
    const text = `invoice ${id} charges for ${quantity} ZIPs, had or ordered were ${most.size}`;
    find(stage, 'overcharged', text, player);
  }

  return (stage: Stage, events: readonly ProviderEvent[]): void => {
    for (const event of events) {
      if (event.type !== 'invoice.finalized') continue;
      const player = stage.players.find(({ customers }) => customers.has(customerOf(event) ?? ''));
      if (player) check(stage, player, event);
    }
  };
}
