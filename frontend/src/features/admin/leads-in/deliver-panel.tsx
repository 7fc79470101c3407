import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sizeText } from '../../../lib/size-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Panel } from '../panel.tsx';
import { CheckResult } from './check-result.tsx';
import {
  awaitingText,
  checkedText,
  deliverCopy,
  deliveredText,
  deliverText,
  refusedText,
  sourceCopy,
} from './copy.ts';
import { DeliveredResult } from './delivered-result.tsx';
import { useSourceChoice } from './queries.ts';
import { refusalOf } from './refusal.ts';
import type { SourceChoice } from './source-choice.ts';
import { SourceField } from './source-field.tsx';
import { type DeliveryState, useDelivery } from './use-delivery.ts';

const ACCEPT = '.csv,.tsv,.txt,.xlsx,.gz,.zip,.ndjson,.jsonl,.json';

/** Steps: choose a file, preview, delivery, result. */
export function DeliverPanel({ onDeliver }: { onDeliver: () => void }) {
  const sources = useSourceChoice();
  if (sources.data) return <Delivery choice={sources.data} onDeliver={onDeliver} />;
  return (
    <Panel title={deliverCopy.title} status={deliverCopy.intro}>
      <Loaded query={sources} loading={sourceCopy.loading} failed={sourceCopy.failed}>
        {() => null}
      </Loaded>
    </Panel>
  );
}

type DeliveryProps = { choice: SourceChoice; onDeliver: () => void };

function Delivery({ choice, onDeliver }: DeliveryProps) {
  const state = useDelivery(choice);
  const { upload, delivery } = state;
  const [hasChosen, setChosen] = useState(false);
  const take = (file: File) => {
    setChosen(true);
    state.take(file);
  };
  return (
    <Panel title={deliverCopy.title} status={statusOf(state)}>
      {choice.length > 1 && !delivery.isRunning && !delivery.reply && (
        <SourceField
          choice={choice}
          sourceId={state.sourceId}
          mustChoose={state.mustChooseSource}
          isAwaited={upload !== null && state.sourceId === null}
          onSource={state.setSource}
        />
      )}
      {!upload && <Chooser takesFocus={hasChosen} onFile={take} />}
      {upload && (
        <FileHead file={upload.file} step={delivery.reply ? 'delivered' : `delivering ${delivery.isRunning}`}>
          <Actions state={state} onDeliver={onDeliver} />
        </FileHead>
      )}
      <Warnings state={state} onDeliver={onDeliver} />
      {upload && <Step state={state} />}
      {upload && delivery.reply && <DeliveredResult reply={delivery.reply} />}
    </Panel>
  );
}

function statusOf({ upload, check, checked, delivery }: DeliveryState): string {
  if (!upload) return deliverCopy.intro;
  const { name } = upload.file;
  if (upload.sourceId === null) return awaitingText(name);
  if (delivery.reply) return deliveredText(delivery.reply.accepted, delivery.reply.rejected);
  if (delivery.isRunning) return `Delivering ${name}`;
  if (check.isRunning) return `Checking ${name}`;
  if (checked?.reply) return checkedText(checked.reply.accepted, checked.reply.rejected);
  return checked ? refusedText(name) : '';
}

/** `takesFocus`: it replaces a file whose button had the focus. */
function Chooser({ takesFocus, onFile }: { takesFocus: boolean; onFile: (file: File) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className="grid gap-3 p-5">
      <FileDrop label={deliverCopy.choose} accept={ACCEPT} onFile={onFile} />
      <p className="text-sm text-muted">{deliverCopy.formats}</p>
    </div>
  );
}

/** The file's name. It takes the focus from the field or the button that a new step removes. */
function FileHead({ file, step, children }: { file: File; step: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step moves the focus
  useEffect(() => heading.current?.focus(), [step]);
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

/** Returns the first button of a step. It stays the same element, so that it keeps the focus. */
function firstAction({
  check,
  cancelCheck,
  delivery,
  startOver,
}: DeliveryState): [label: string, act: () => void] {
  if (delivery.reply) return [deliverCopy.next, startOver];
  if (delivery.isRunning) return [deliverCopy.cancel, delivery.stop];
  return check.isRunning ? [deliverCopy.cancel, cancelCheck] : [deliverCopy.another, startOver];
}

type ActionsProps = { state: DeliveryState; onDeliver: () => void };

const warningsOf = ({ checked }: DeliveryState) => checked?.reply?.warnings ?? [];

function Actions({ state, onDeliver }: ActionsProps) {
  const [label, act] = firstAction(state);
  return (
    <>
      <Button onClick={act}>{label}</Button>
      {warningsOf(state).length === 0 && <DeliverButton state={state} onDeliver={onDeliver} />}
    </>
  );
}

/** Delivers the checked file; with warnings it is not the recommended action. */
function DeliverButton({ state, onDeliver }: ActionsProps) {
  const { check, checked, delivery, deliver } = state;
  const accepted = checked?.reply?.accepted ?? 0;
  const isWarned = warningsOf(state).length > 0;
  if (accepted === 0 || check.isRunning || delivery.isRunning || delivery.reply) return null;
  const start = () => {
    onDeliver();
    deliver();
  };
  return (
    <Button tone={isWarned ? 'outline' : 'accent'} onClick={start}>
      {deliverText(accepted, isWarned)}
    </Button>
  );
}

/** The facts to know before the delivery, above its button. */
function Warnings({ state, onDeliver }: ActionsProps) {
  const warnings = warningsOf(state);
  if (warnings.length === 0 || state.delivery.isRunning || state.delivery.reply) return null;
  return (
    <NoticeBox
      tone="caution"
      title={deliverCopy.warnings}
      className="m-5 mb-0"
      actions={<DeliverButton state={state} onDeliver={onDeliver} />}
    >
      <ul className="grid list-disc gap-1.5 pl-4 wrap-anywhere">
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </NoticeBox>
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
