import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useUnassignZip } from './queries.ts';

type UnassignProps = {
  zipCode: string;
  userId: string;
  name: string;
  /** Assigned by an admin, so that no charge ends. */
  isFree: boolean;
  onDone?: () => void;
};

/** Takes a ZIP from a user after a confirmation. */
export function Unassign({ zipCode, userId, name, isFree, onDone }: UnassignProps) {
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
          {`The list of ${zipCode} closes for ${name}, and other users of the industry can order the ZIP code. `}
          {isFree
            ? 'The ZIP code was free, so no charge changes.'
            : 'The subscription to it ends and is no longer charged.'}
        </ConfirmDialog>
      )}
    </>
  );
}
