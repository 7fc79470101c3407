import { LockKeyhole } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Browse, Continue } from './account-frame.tsx';

const closedCopy = {
  expired: {
    title: 'Trial Over',
    description: 'Your free trial has ended. Add a payment method and your closings are back at once.',
    withoutZips: 'Your free trial has ended. Order ZIP codes to see their closings.',
  },
  ended: {
    title: 'Subscription Ended',
    description: 'Your subscription has ended. Add a payment method and your closings are back at once.',
    withoutZips: 'Your subscription has ended. Order ZIP codes to see their closings.',
  },
};

type ListsClosedProps = { because: 'expired' | 'ended'; hasUnpaid: boolean };

/** Replaces unpaid lists; without ZIPs there is nothing to pay. */
export default function ListsClosed({ because, hasUnpaid }: ListsClosedProps) {
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
