import { Minus, Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { OrderItem } from './order.ts';
import type { Order } from './use-order.ts';

export function OrderLine({
  item: { id, zipCode, city, state, quantity },
  order,
}: {
  item: OrderItem;
  order: Order;
}) {
  return (
    <li className="flex items-center gap-2 py-2.5 pl-5 pr-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{zipCode}</p>
        <p className="truncate text-muted">
          {city}, {state}
        </p>
      </div>
      <fieldset
        aria-label={`Quantity of ${zipCode}`}
        className="flex items-center rounded-lg border border-line"
      >
        <Button
          tone="quiet"
          size="icon-sm"
          aria-label={`Decrease quantity of ${zipCode}`}
          disabled={quantity <= 1}
          onClick={() => order.setQuantity(id, quantity - 1)}
        >
          <Minus aria-hidden />
        </Button>
        <output className="w-6 text-center">{quantity}</output>
        <Button
          tone="quiet"
          size="icon-sm"
          aria-label={`Increase quantity of ${zipCode}`}
          onClick={() => order.setQuantity(id, quantity + 1)}
        >
          <Plus aria-hidden />
        </Button>
      </fieldset>
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
