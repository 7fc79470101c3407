import { type ReactNode, useEffect, useRef } from 'react';
import { sizeText } from '../../../lib/size-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Panel } from '../panel.tsx';
import { CheckResult } from './check-result.tsx';
import { checkedText, deliverCopy, deliveredText, rowsText } from './copy.ts';
import { DeliveredResult } from './delivered-result.tsx';
import { refusalOf } from './refusal.ts';
import { type DeliveryState, useDelivery } from './use-delivery.ts';

const ACCEPT = '.csv,.tsv,.txt,.xlsx,.gz,.zip,.ndjson,.jsonl,.json';

/** Steps: choose a file, preview, delivery, result. */
export function DeliverPanel({ onDeliver }: { onDeliver: () => void }) {
  const state = useDelivery();
  const { upload, delivery } = state;
  return (
    <Panel title={deliverCopy.title} status={statusOf(state)}>
      {!upload && (
        <div className="grid gap-3 p-5">
          <FileDrop label={deliverCopy.choose} accept={ACCEPT} onFile={state.take} />
          <p className="text-sm text-muted">{deliverCopy.formats}</p>
        </div>
      )}
      {upload && (
        <FileHead file={upload.file}>
          <Actions state={state} onDeliver={onDeliver} />
        </FileHead>
      )}
      {upload && <Step state={state} />}
      {upload && delivery.reply && <DeliveredResult reply={delivery.reply} />}
    </Panel>
  );
}

function statusOf({ upload, check, checked, delivery }: DeliveryState): string {
  if (!upload) return deliverCopy.intro;
  const { name } = upload.file;
  if (delivery.reply) return deliveredText(delivery.reply.accepted, delivery.reply.rejected);
  if (delivery.isRunning) return `Delivering ${name}`;
  if (check.isRunning) return `Checking ${name}`;
  if (checked?.reply) return checkedText(checked.reply.accepted, checked.reply.rejected);
  return checked ? `${name} cannot be delivered yet` : '';
}

/** The file's name, which takes the focus from the field that it replaces. */
function FileHead({ file, children }: { file: File; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
      <h3
        ref={heading}
        tabIndex={-1}
        className="min-w-0 font-semibold outline-none wrap-anywhere focus-visible:shadow-none"
      >
        {file.name} <span className="font-normal text-muted">{sizeText(file.size)}</span>
      </h3>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}

function Actions({ state, onDeliver }: { state: DeliveryState; onDeliver: () => void }) {
  const { check, checked, delivery } = state;
  if (delivery.reply) return <Button onClick={state.clear}>{deliverCopy.next}</Button>;
  if (delivery.isRunning) return <Button onClick={delivery.stop}>{deliverCopy.cancel}</Button>;
  if (check.isRunning) return <Button onClick={state.cancelCheck}>{deliverCopy.cancel}</Button>;
  const accepted = checked?.reply?.accepted ?? 0;
  return (
    <>
      <Button onClick={state.clear}>{deliverCopy.another}</Button>
      {accepted > 0 && (
        <Button
          tone="accent"
          onClick={() => {
            onDeliver();
            state.deliver();
          }}
        >
          Deliver {rowsText(accepted)}
        </Button>
      )}
    </>
  );
}

function Step({ state }: { state: DeliveryState }) {
  const { upload, check, checked, delivery } = state;
  if (!upload || delivery.reply) return null;
  const running = delivery.isRunning ? delivery : check.isRunning ? check : undefined;
  const failure = delivery.error && !delivery.isRunning ? refusalOf(delivery.error, 'delivery') : undefined;
  return (
    <>
      {running && (
        <Sending
          label={delivery.isRunning ? 'Delivery' : 'Check'}
          sent={Math.min(running.sentBytes, upload.file.size)}
          size={upload.file.size}
        />
      )}
      {failure && (
        <NoticeBox tone="danger" title={failure.title} className="m-5 mb-0">
          {failure.text} {failure.advice}
        </NoticeBox>
      )}
      {checked && !delivery.isRunning && <CheckResult state={state} checked={checked} />}
    </>
  );
}

function Sending({ label, sent, size }: { label: string; sent: number; size: number }) {
  const progress = `${sizeText(sent)} of ${sizeText(size)} sent`;
  return (
    <div className="grid gap-2 border-b border-line px-5 py-4">
      <ProgressBar label={label} value={sent} max={size} valueText={progress} />
      <p className="text-sm text-muted">{sent < size ? progress : deliverCopy.sent}</p>
    </div>
  );
}
