import type { DryRunReply } from '@closingwire/contracts/ingestion';
import { useEffect, useState } from 'react';
import {
  choose,
  columnsOfRefusal,
  columnsOfReport,
  type FileColumn,
  type Mapping,
} from './column-choices.ts';
import { type DateOrder, type Upload, useCheck, useDeliver } from './queries.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { lastMappingOf, type SourceChoice, usualSourceId } from './source-choice.ts';

/** The last finished check: with these settings, the file can be delivered or was refused. */
export type Checked = { upload: Upload; columns: readonly FileColumn[] } & (
  | { reply: DryRunReply; refusal?: undefined }
  | { reply?: undefined; refusal: Refusal }
);

/** Returns the check after a failure. Without a header in the reply, the columns of the check before stay. */
function refused(upload: Upload, error: Error, before: Checked | null): Checked {
  const refusal = refusalOf(error, 'check');
  const known = before?.columns ?? [];
  const columns = refusal.columns ? columnsOfRefusal(refusal.columns, known, upload.mapping) : known;
  return { upload, refusal, columns };
}

/**
 * A file from its choice to its delivery. A new setting checks it again. Without a usual source, a file waits
 * until its source is chosen. A file begins with the columns that were chosen for the last one of its source.
 */
export function useDelivery(choice: SourceChoice) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const usualId = usualSourceId(choice);
  const sourceId = chosenId ?? usualId;
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useCheck();
  const delivery = useDeliver();
  useWarningBeforeLeaving(delivery.isRunning);

  function start(next: Upload): void {
    setUpload(next);
    if (next.sourceId === null) {
      check.stop();
      setChecked(null);
      return;
    }
    check.send(next, {
      onSuccess: reply => setChecked({ upload: next, reply, columns: columnsOfReport(reply.report) }),
      onError: error => setChecked(before => refused(next, error, before)),
    });
  }

  function clear(): void {
    check.stop();
    delivery.stop();
    setUpload(null);
    setChecked(null);
  }

  return {
    upload,
    sourceId: upload ? upload.sourceId : sourceId,
    mustChooseSource: usualId === null,
    checked,
    /** The columns are those of the last file. */
    isLastMapping: upload !== null && upload.mapping === lastMappingOf(choice, upload.sourceId),
    check,
    delivery,
    take: (file: File) => {
      clear();
      start({ file, sourceId, mapping: lastMappingOf(choice, sourceId), dates: null });
    },
    setSource: (id: number | null) => {
      setChosenId(id);
      if (!upload) return;
      const isChosen = upload.mapping !== lastMappingOf(choice, upload.sourceId);
      start({ ...upload, sourceId: id, mapping: isChosen ? upload.mapping : lastMappingOf(choice, id) });
    },
    chooseField: (header: string, field: string | null | undefined) =>
      upload && start({ ...upload, mapping: choose(upload.mapping, header, field) }),
    setMapping: (mapping: Mapping) => upload && start({ ...upload, mapping }),
    setDates: (dates: DateOrder | null) => upload && start({ ...upload, dates }),
    checkAgain: () => upload && start(upload),
    /** Returns to the settings of the last check, or to the choice of a file. */
    cancelCheck: () => {
      if (!checked) return clear();
      check.stop();
      setChosenId(checked.upload.sourceId);
      return setUpload(checked.upload);
    },
    deliver: () => upload && delivery.send(upload),
    /** Returns to the choice of a file. The next one can be from another source. */
    startOver: () => {
      clear();
      setChosenId(null);
    },
  };
}

export type DeliveryState = ReturnType<typeof useDelivery>;

/** Lets the browser ask before a closed page would end the delivery. */
function useWarningBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
