import type { DoNotCallAreaCheck, DoNotCallCheck } from '@closingwire/contracts/contacts';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { checkCopy, effectText, listText, uploadCopy, warningLines } from './copy.ts';
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
      <Areas areas={check.areas} />
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

const MOST_AREAS = 20;

/** The area codes of a list, those with a warning first. */
function Areas({ areas }: Pick<DoNotCallCheck, 'areas'>) {
  const [isAll, setAll] = useState(false);
  const isWarned = ({ warning }: DoNotCallAreaCheck) => warning !== null;
  const sorted = [...areas.filter(isWarned), ...areas.filter(area => !isWarned(area))];
  return (
    <div className="border-t border-line">
      <RowList
        caption="Area codes of the list"
        columns={areaColumns}
        rows={isAll ? sorted : sorted.slice(0, MOST_AREAS)}
        keyOf={({ areaCode }) => areaCode}
        card={area => <AreaCard area={area} />}
        from="48rem"
      />
      {!isAll && areas.length > MOST_AREAS && (
        <div className="border-t border-line p-5">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {areas.length} area codes
          </Button>
        </div>
      )}
    </div>
  );
}

const number = (count: number) => count.toLocaleString('en-US');

const Small = ({ area }: { area: DoNotCallAreaCheck }) =>
  area.warning !== null && <Badge tone="caution">Too small</Badge>;

const areaColumns: Columns<DoNotCallAreaCheck> = [
  { header: 'Area code', cell: ({ row }) => row.original.areaCode },
  { header: 'In the file', cell: ({ row }) => number(row.original.numbers) },
  { header: 'Stored now', cell: ({ row }) => number(row.original.stored) },
  { header: 'Would be added', cell: ({ row }) => number(row.original.added) },
  { header: 'Would be taken off', cell: ({ row }) => number(row.original.removed) },
  { header: 'Warning', cell: ({ row }) => <Small area={row.original} /> },
];

const AreaCard = ({ area }: { area: DoNotCallAreaCheck }) => (
  <>
    <CardHead aside={<Small area={area} />}>
      <p className="font-semibold">{area.areaCode}</p>
    </CardHead>
    <CardFacts
      facts={{
        'In the file': number(area.numbers),
        'Stored now': number(area.stored),
        'Would be added': number(area.added),
        'Would be taken off': number(area.removed),
      }}
    />
  </>
);
