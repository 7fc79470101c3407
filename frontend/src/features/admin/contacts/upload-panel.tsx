import type { DoNotCallKind, DoNotCallList } from '@closingwire/contracts/contacts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { toDay } from '../../../lib/dates.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { Panel } from '../panel.tsx';
import { areaCodesText, listText, numbersText, uploadCopy } from './copy.ts';
import { KindChoice } from './kind-choice.tsx';
import { ListCheck } from './list-check.tsx';
import { useContactsOverview, useRegistryUpload } from './queries.ts';
import { UploadProgress } from './upload-progress.tsx';

/** Steps: facts about a file and its choice, its check, its storage. */
export function UploadPanel() {
  const uploading = useRegistryUpload();
  const [san, setSan] = useState('');
  const [listedOn, setListedOn] = useState(() => toDay(new Date()));
  const [kind, setKind] = useState<DoNotCallKind | null>(null);
  const [hasTried, setTried] = useState(false);
  const isReady = san.trim() !== '' && listedOn !== '';
  const take = (file: File) => {
    setTried(true);
    if (isReady && kind) uploading.start({ file, san: san.trim(), listedOn, kind });
  };
  const { check, storage } = uploading;
  return (
    <Panel title={uploadCopy.title} text={uploadCopy.intro}>
      {check.reply ? (
        <ListCheck check={check.reply} uploading={uploading} />
      ) : (
        <div className="grid gap-4 p-5">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={uploadCopy.san}
              hint={uploadCopy.sanHint}
              error={hasTried && !isReady ? uploadCopy.missing : undefined}
            >
              {control => (
                <TextInput {...control} value={san} onChange={event => setSan(event.target.value)} />
              )}
            </Field>
            <Field label={uploadCopy.listedOn}>
              {control => (
                <TextInput
                  {...control}
                  type="date"
                  value={listedOn}
                  max={toDay(new Date())}
                  onChange={event => setListedOn(event.target.value)}
                />
              )}
            </Field>
          </div>
          <KindChoice
            kind={kind}
            error={hasTried && !kind ? uploadCopy.kindMissing : undefined}
            onKind={setKind}
          />
          {check.isRunning ? (
            <UploadProgress of={check} doing="Checking the numbers" />
          ) : (
            <Chooser takesFocus={hasTried && !storage.reply} onFile={take} />
          )}
          {check.error && !check.isRunning && (
            <NoticeBox tone="danger" title={uploadCopy.checkFailed}>
              {messageOf(check.error, uploadCopy.checkFailed)}
            </NoticeBox>
          )}
          {storage.reply && <Stored key={storage.reply.id} list={storage.reply} />}
        </div>
      )}
    </Panel>
  );
}

/** `takesFocus`: it replaces a step that had the focus. */
function Chooser({ takesFocus, onFile }: { takesFocus: boolean; onFile: (file: File) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className="grid gap-2">
      <FileDrop label={uploadCopy.choose} accept=".txt,.csv,.zip,.gz" onFile={onFile} />
      <p className="text-xs text-muted">{uploadCopy.chooseHint}</p>
    </div>
  );
}

/** The stored list, until it is removed. It takes the focus from the button of the check. */
function Stored({ list }: { list: DoNotCallList }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { data } = useContactsOverview();
  const isRemoved = data?.lists.some(({ id, removedAt }) => id === list.id && removedAt !== null);
  if (isRemoved) return null;
  return (
    <div ref={box} tabIndex={-1} className="outline-none focus-visible:shadow-none">
      <NoticeBox tone="positive" title="The list is stored">
        {list.fileName}: {listText(list)}, {numbersText(list.numbers)}, {areaCodesText(list.areaCodes)}.
      </NoticeBox>
    </div>
  );
}
