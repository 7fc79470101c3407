import type { Zip } from '@closingwire/contracts/screen-api';
import clsx from 'clsx';
import { Check, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FiguresLine } from './figures/lazy-figures.tsx';
import type { Order } from './use-order.ts';
import { ZipWait } from './waits/lazy-waits.tsx';
import { ZipKind } from './zip-kind.tsx';

type Standing = {
  chosen: ReadonlySet<string>;
  subscribed: ReadonlySet<string>;
  price: string;
  order: Order;
};

export function ZipTable({ rows, ...standing }: { rows: readonly Zip[] } & Standing) {
  return (
    <table className="w-full text-left text-sm">
      <thead className="border-b border-line bg-sunken text-xs text-muted">
        <tr>
          <th scope="col" className="px-5 py-2.5 font-medium">
            ZIP code
          </th>
          <th scope="col" className="px-2 py-2.5 font-medium">
            City
          </th>
          <th scope="col" className="hidden px-2 py-2.5 font-medium sm:table-cell">
            Price
          </th>
          <th scope="col" className="px-5 py-2.5 text-right font-medium">
            <span className="sr-only">Order</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(zip => (
          <ZipRow key={zip.id} zip={zip} {...standing} />
        ))}
      </tbody>
    </table>
  );
}

/** Keeps the end of the row free: the figures have a line as wide as the table, or two on a very narrow screen. */
const aboveFigures = 'pb-7 pt-2 max-[24.3rem]:pb-11';

function ZipRow({ zip, chosen, subscribed, price, order }: { zip: Zip } & Standing) {
  const isChosen = chosen.has(zip.id);
  return (
    <tr className={clsx('h-19 max-[24.3rem]:h-23', isChosen && 'bg-accent-soft')}>
      <th scope="row" className={`px-5 font-semibold max-[24.3rem]:px-3 ${aboveFigures}`}>
        {zip.zipCode}
      </th>
      <td className={`px-2 ${aboveFigures}`}>
        {zip.city}, <span className="text-muted">{zip.state}</span>
        {zip.kind !== 'standard' && (
          <>
            {' '}
            <ZipKind kind={zip.kind} />
          </>
        )}
      </td>
      <td className={`hidden px-2 text-muted sm:table-cell ${aboveFigures}`}>{price}</td>
      <td className={`relative px-5 text-right max-[24.3rem]:px-3 ${aboveFigures}`}>
        {subscribed.has(zip.zipCode) ? (
          <Badge tone="positive">
            <Check aria-hidden /> Subscribed
          </Badge>
        ) : isChosen ? (
          <Button
            size="sm"
            tone="quiet"
            aria-label={`Remove ${zip.zipCode}`}
            onClick={() => order.remove(zip.id)}
          >
            Remove
          </Button>
        ) : zip.isAvailable ? (
          <Button size="sm" aria-label={`Add ${zip.zipCode}`} onClick={() => order.add(zip)}>
            <Plus aria-hidden /> Add
          </Button>
        ) : (
          <Badge>Unavailable</Badge>
        )}
        {!subscribed.has(zip.zipCode) && (
          <Suspense fallback={null}>
            <ZipWait zip={zip} />
          </Suspense>
        )}
        <div className="pointer-events-none absolute right-5 bottom-2.5 min-h-4 w-[calc(100cqw-2.5rem)] max-[24.3rem]:right-3 max-[24.3rem]:w-[calc(100cqw-1.5rem)] text-left text-xs text-muted">
          <Suspense fallback={null}>
            <FiguresLine zipCode={zip.zipCode} />
          </Suspense>
        </div>
      </td>
    </tr>
  );
}
