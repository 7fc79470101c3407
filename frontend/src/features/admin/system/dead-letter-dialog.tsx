import type { DeadLetter } from '@closingwire/contracts/system';
import { useState } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useDeadLetters, useDecideDeadLetters } from './queries.ts';

export function DeadLetterDialog({ group, onClose }: { group: string; onClose: () => void }) {
  const letters = useDeadLetters(group);
  const replay = useDecideDeadLetters(group, 'replay');
  const discard = useDecideDeadLetters(group, 'discard');
  const [isDiscarding, setDiscarding] = useState(false);
  const shown = letters.data?.letters ?? [];
  const total = letters.data?.total ?? 0;
  const last = shown.at(-1);
  const isBusy = replay.isPending || discard.isPending || letters.isFetching;
  const decide = (decision: typeof replay) => {
    if (last) decision.mutate(last.offset, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={`Dead letters of ${group}`}
      description={
        total > shown.length
          ? `The oldest ${shown.length} of ${total.toLocaleString('en-US')}. Each was tried several times.`
          : 'Each was tried several times, and then put aside so that the others could go on.'
      }
      footer={
        isDiscarding ? (
          <>
            <Button onClick={() => setDiscarding(false)}>Keep them</Button>
            <Button tone="danger" disabled={isBusy} onClick={() => decide(discard)}>
              {`Discard ${shown.length} for good`}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button tone="danger" disabled={isBusy || !last} onClick={() => setDiscarding(true)}>
              Discard…
            </Button>
            <Button tone="accent" disabled={isBusy || !last} onClick={() => decide(replay)}>
              {replay.isPending ? 'Sending...' : `Send ${shown.length} again`}
            </Button>
          </>
        )
      }
    >
      {letters.isPending && <Spinner className="w-full py-10" label="Loading dead letters" />}
      {letters.isError && (
        <FailedState
          title="The dead letters could not be loaded"
          error={letters.error}
          onRetry={() => letters.refetch()}
        />
      )}
      {letters.data && <Letters letters={shown} />}
    </Dialog>
  );
}

function Letters({ letters }: { letters: readonly DeadLetter[] }) {
  if (letters.length === 0) return <p className="text-sm text-muted">There are none left.</p>;
  return (
    <ol aria-label="Dead letters" className="divide-y divide-line text-sm">
      {letters.map(({ offset, topic, key, error, tries, parkedAt }) => (
        <li key={offset} className="grid gap-1 py-3 wrap-anywhere">
          <p className="font-semibold">
            {topic} {key && <span className="font-normal text-muted">of {key}</span>}
          </p>
          <p className="font-mono text-xs">{error}</p>
          <p className="text-muted">
            {tries} {tries === 1 ? 'try' : 'tries'}, put aside {formatInstant(parkedAt)}
          </p>
        </li>
      ))}
    </ol>
  );
}
