import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useRemoval, useUnassignZip } from './queries.ts';
import { removalText } from './removal-text.ts';

type UnassignProps = {
  zipCode: string;
  /** City and state. */
  place: string;
  userId: string;
  name: string;
  onDone?: () => void;
};

/** Takes a ZIP from a user after a confirmation. */
export function Unassign({ zipCode, place, userId, name, onDone }: UnassignProps) {
  const [isAsking, setAsking] = useState(false);
  const unassign = useUnassignZip();
  return (
    <>
      <Button
        size="sm"
        aria-label={`Unassign ${zipCode} from ${name}`}
        disabled={unassign.isPending}
        onClick={() => setAsking(true)}
      >
        Unassign
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Unassign ${zipCode}?`}
          action="Unassign ZIP code"
          onClose={() => setAsking(false)}
          onConfirm={() => unassign.mutate({ userId, zipCodeId: zipCode }, onDone && { onSuccess: onDone })}
        >
          {`The list of ${zipCode} in ${place} closes for ${name}, and other users of the industry can order the ZIP code. `}
          <PriceChange zipCode={zipCode} userId={userId} /> An active user gets one email that says so.
        </ConfirmDialog>
      )}
    </>
  );
}

function PriceChange({ zipCode, userId }: Pick<UnassignProps, 'zipCode' | 'userId'>) {
  const removal = useRemoval({ userId, zipCode });
  return (
    <span role="status">
      {removal.isPending && 'Reading what changes in price… '}
      {removal.isError && 'Billing did not answer, so what changes in price is not known here. '}
      {removal.isSuccess &&
        (removal.data
          ? removalText(removal.data)
          : 'Billing has no subscription to it, so no charge changes.')}
    </span>
  );
}
