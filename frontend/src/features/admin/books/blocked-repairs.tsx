import type { Books } from '@closingwire/contracts/books';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { kinds } from './copy.ts';
import { isUnderWay, useCompareBooks } from './queries.ts';

/** Unusually many differences of one kind may mean lost data: an admin decides on their repair. */
export function BlockedRepairs({ run, held }: Books) {
  const [isAsking, setAsking] = useState(false);
  const compare = useCompareBooks();
  const waiting = held.filter(kind => kinds[kind].isRepaired);
  if (waiting.length === 0) return null;
  return (
    <div className="p-5 pb-0">
      <NoticeBox
        tone="danger"
        title="Unusually many differences of one kind"
        actions={
          <Button
            size="sm"
            disabled={compare.isPending || isUnderWay({ run })}
            onClick={() => setAsking(true)}
          >
            Repair them…
          </Button>
        }
      >
        They are not repaired by themselves: a part of the data may be lost. Check the last backups first.
      </NoticeBox>
      {isAsking && (
        <ConfirmDialog
          title="Repair all differences?"
          action="Compare and repair"
          onClose={() => setAsking(false)}
          onConfirm={() => compare.mutate({ repairMany: true })}
        >
          <p>The books are compared again. Then this is done for each difference that is still there:</p>
          <ul className="mt-3 grid gap-2">
            {waiting.map(kind => (
              <li key={kind}>
                <strong className="font-semibold">{kinds[kind].title}</strong>: {kinds[kind].remedy}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
