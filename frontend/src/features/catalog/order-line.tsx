import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { OrderItem } from './order.ts';
import type { Order } from './use-order.ts';

type OrderLineProps = { item: OrderItem; price: string | null; order: Order };

export function OrderLine({ item: { id, zipCode, city, state }, price, order }: OrderLineProps) {
  return (
    <li className="flex items-center gap-2 py-2.5 pl-5 pr-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{zipCode}</p>
        <p className="truncate text-muted">
          {city}, {state}
        </p>
      </div>
      {price && <span className="shrink-0 text-muted">{price}</span>}
      <Button
        tone="quiet"
        size="icon-sm"
        aria-label={`Remove ${zipCode} from the order`}
        onClick={() => order.remove(id)}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}
