import { LockKeyhole } from 'lucide-react';
import { useConvertTrial } from '../../../lib/checkout.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { closedCopy } from '../copy.ts';

type ListsClosedProps = { because: 'expired' | 'ended'; hasUnpaid: boolean };

/** Stands in place of the lists that nobody pays for; without ZIPs there is nothing to pay. */
export function ListsClosed({ because, hasUnpaid }: ListsClosedProps) {
  const { title, description, withoutZips } = closedCopy[because];
  return (
    <Card>
      <EmptyState icon={LockKeyhole} title={title} actions={hasUnpaid ? <Continue /> : <Browse />}>
        {hasUnpaid ? description : withoutZips}
      </EmptyState>
    </Card>
  );
}

function Continue() {
  const { start, isPending } = useConvertTrial();
  return (
    <Button tone="accent" onClick={start} disabled={isPending}>
      {isPending ? 'Opening checkout...' : 'Continue to Payment'}
    </Button>
  );
}

const Browse = () => (
  <ButtonLink tone="accent" to="/zips">
    Browse ZIP Codes
  </ButtonLink>
);
