import { LockKeyhole } from 'lucide-react';
import { useConvertTrial } from '../../../lib/checkout.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { closedCopy } from '../copy.ts';

/** Stands in place of the lists that nobody pays for. */
export function ListsClosed({ because }: { because: 'expired' | 'ended' }) {
  const { start, isPending } = useConvertTrial();
  return (
    <Card>
      <EmptyState
        icon={LockKeyhole}
        title={closedCopy[because].title}
        actions={
          <Button tone="accent" onClick={start} disabled={isPending}>
            {isPending ? 'Opening checkout...' : 'Continue to Payment'}
          </Button>
        }
      >
        {closedCopy[because].description}
      </EmptyState>
    </Card>
  );
}
