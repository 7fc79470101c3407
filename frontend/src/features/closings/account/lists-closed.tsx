import { LockKeyhole } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { closedCopy } from '../copy.ts';
import { Browse, Continue } from './account-card.tsx';

type ListsClosedProps = { because: 'expired' | 'ended'; hasUnpaid: boolean };

/** Replaces unpaid lists; without ZIPs there is nothing to pay. */
export function ListsClosed({ because, hasUnpaid }: ListsClosedProps) {
  const { title, description, withoutZips } = closedCopy[because];
  return (
    <Card>
      <EmptyState
        icon={LockKeyhole}
        title={title}
        actions={hasUnpaid ? <Continue isTrial={because === 'expired'} /> : <Browse />}
      >
        {hasUnpaid ? description : withoutZips}
      </EmptyState>
    </Card>
  );
}
