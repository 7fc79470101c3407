import type { DoNotCallCheck } from '@closingwire/contracts/contacts';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { AreaRows } from './area-rows.tsx';
import { checkCopy, effectText, warningLines } from './check-copy.ts';
import { listText, uploadCopy } from './copy.ts';
import type { RegistryUploading } from './queries.ts';
import { UploadProgress } from './upload-progress.tsx';

type ListCheckProps = { check: DoNotCallCheck; uploading: RegistryUploading };

/** The effect that a list would have, before it is stored. A list that is probably not complete needs a second press. */
export function ListCheck({ check, uploading }: ListCheckProps) {
  const { storage, store, clear, checkAgain } = uploading;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  // The form with the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const warnings = warningLines(check.areas);
  const isSmall = warnings.length > 0;
  return (
    <>
      <div className="grid gap-4 p-5">
        <div className="grid gap-1">
          <h3
            ref={heading}
            tabIndex={-1}
            className="font-semibold outline-none wrap-anywhere focus-visible:shadow-none"
          >
            {check.fileName}: {listText(check)}
          </h3>
          {!check.isStored && (
            <p className="text-sm">
              {effectText(check)} <strong className="font-semibold">{checkCopy.nothingStored}</strong>
            </p>
          )}
        </div>
        {check.isStored && <NoticeBox title={checkCopy.stored}>{checkCopy.storedText}</NoticeBox>}
        {isSmall && (
          <NoticeBox tone="caution" title={checkCopy.smallTitle}>
            <Warnings lines={warnings} />
          </NoticeBox>
        )}
        {storage.error && !storage.isRunning && (
          <NoticeBox
            tone="danger"
            title={uploadCopy.failed}
            actions={<Button onClick={checkAgain}>{checkCopy.again}</Button>}
          >
            {messageOf(storage.error, uploadCopy.failed)}
          </NoticeBox>
        )}
        {storage.isRunning ? (
          <UploadProgress of={storage} doing="Storing the numbers" />
        ) : (
          <div className="flex flex-wrap gap-3">
            {!check.isStored && (
              <Button tone="accent" onClick={() => (isSmall ? setAsking(true) : store(false))}>
                {checkCopy.store}
              </Button>
            )}
            <Button onClick={clear}>{checkCopy.another}</Button>
          </div>
        )}
      </div>
      <AreaRows areas={check.areas} />
      {isAsking && (
        <ConfirmDialog
          title={checkCopy.confirmTitle}
          action={checkCopy.confirm}
          onConfirm={() => store(true)}
          onClose={() => setAsking(false)}
        >
          <Warnings lines={warnings} />
        </ConfirmDialog>
      )}
    </>
  );
}

const Warnings = ({ lines }: { lines: readonly string[] }) => (
  <div className="grid gap-2">
    <ul className="grid gap-0.5">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <p>{checkCopy.smallText}</p>
  </div>
);
