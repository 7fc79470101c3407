import type { DoNotCallList } from '@closingwire/contracts/contacts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { listText, removalText, removeCopy } from './copy.ts';
import { useRemoveList } from './queries.ts';

/** Removes a list after a question that names the consequence. */
export function RemoveList({ list }: { list: DoNotCallList }) {
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoveList();
  if (list.removedAt !== null) return null;
  const name = list.fileName || 'the list without a name';
  return (
    <>
      <Button
        size="sm"
        className="w-fit"
        disabled={removal.isPending}
        aria-label={`Remove ${name}, ${listText(list)}`}
        onClick={() => setAsking(true)}
      >
        {removal.isPending ? 'Removing…' : removeCopy.action}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={removeCopy.title}
          action={removeCopy.action}
          onConfirm={() => removal.mutate(list.id)}
          onClose={() => setAsking(false)}
        >
          <p className="font-semibold wrap-anywhere">
            {name}: {listText(list)}
          </p>
          <p className="mt-2">{removalText(list)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
