import type { WebhookAttempt } from '@closingwire/contracts/catalog';
import { formatInstant } from '../../../../lib/dates.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useDelivery, useReplayDelivery } from './queries.ts';

export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const delivery = useDelivery(id);
  const replay = useReplayDelivery();
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Webhook delivery"
      description={`Its webhook-id is ${id}, the same at every try.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            tone="accent"
            disabled={replay.isPending || !delivery.data}
            onClick={() => replay.mutate(id)}
          >
            {replay.isPending ? 'Sending...' : 'Send again now'}
          </Button>
        </>
      }
    >
      {delivery.isPending && <Spinner className="w-full py-10" label="Loading the delivery" />}
      {delivery.isError && (
        <FailedState
          title="The delivery could not be loaded"
          error={delivery.error}
          onRetry={() => delivery.refetch()}
        />
      )}
      {delivery.data && <Tries tries={delivery.data.tries} />}
    </Dialog>
  );
}

function Tries({ tries }: { tries: readonly WebhookAttempt[] }) {
  if (tries.length === 0) return <p className="text-sm text-muted">It was not tried yet.</p>;
  return (
    <ol className="grid gap-5">
      {tries.toReversed().map(attempt => (
        <li key={attempt.attempt} className="grid gap-2">
          <h3 className="text-sm font-semibold">
            Try {attempt.attempt}, {formatInstant(attempt.at)}: {statusOf(attempt)} after {attempt.durationMs}{' '}
            ms
          </h3>
          <p className="text-sm text-muted wrap-anywhere">POST {attempt.url}</p>
          <Body label="Request" text={attempt.request} />
          <Body label="Reply" text={attempt.reply} />
        </li>
      ))}
    </ol>
  );
}

const statusOf = ({ httpStatus, error }: WebhookAttempt) => error ?? `HTTP ${httpStatus}`;

function Body({ label, text }: { label: string; text: string | null }) {
  return (
    <div className="grid gap-1">
      <p className="text-xs font-medium text-muted">{label}</p>
      <pre className="overflow-x-auto rounded-lg bg-sunken px-3 py-2 text-xs whitespace-pre-wrap wrap-anywhere">
        {text || (text === null ? 'not kept' : 'empty')}
      </pre>
    </div>
  );
}
