import { LockKeyhole } from 'lucide-react';
import { requireConversion } from '../../../product/payment-gate.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { closedCopy } from '../copy.ts';

type ListsClosedProps = { because: 'expired' | 'ended'; hasUnpaid: boolean };

/** Replaces unpaid lists; without ZIPs there is nothing to pay. */
export function ListsClosed({ because, hasUnpaid }: ListsClosedProps) {
  const { title, description, withoutZips } = closedCopy[because];
  return (
    <Card>
      <EmptyState
        icon={LockKeyhole}
        title={title}
        actions={
          hasUnpaid ? (
            <Button tone="accent" onClick={() => requireConversion(because === 'expired')}>
              Continue to Payment
            </Button>
          ) : (
            <ButtonLink tone="accent" to="/zips">
              Browse ZIP Codes
            </ButtonLink>
          )
        }
      >
        {hasUnpaid ? description : withoutZips}
      </EmptyState>
    </Card>
  );
}
