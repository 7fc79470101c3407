import type { DoNotCallKind } from '@closingwire/contracts/contacts';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { toDay } from '../../../lib/dates.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { Panel } from '../panel.tsx';
import { areasText, listText, numbersText, uploadCopy } from './copy.ts';
import { KindChoice } from './kind-choice.tsx';
import { ListCheck } from './list-check.tsx';
import { type RegistryUploading, useRegistryUpload } from './queries.ts';
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
            <div className="grid gap-2">
              <FileDrop label={uploadCopy.choose} accept=".txt,.csv,.zip,.gz" onFile={take} />
              <p className="text-xs text-muted">{uploadCopy.chooseHint}</p>
            </div>
          )}
          {check.error && !check.isRunning && (
            <NoticeBox tone="danger" title={uploadCopy.checkFailed}>
              {messageOf(check.error, uploadCopy.checkFailed)}
            </NoticeBox>
          )}
          <Stored list={storage.reply} />
        </div>
      )}
    </Panel>
  );
}

const Stored = ({ list }: { list: RegistryUploading['storage']['reply'] }) =>
  list && (
    <NoticeBox tone="positive" title="The list is stored">
      {numbersText(list.numbers)}, {listText(list)}, area codes {areasText(list.areaCodes)}.
    </NoticeBox>
  );
