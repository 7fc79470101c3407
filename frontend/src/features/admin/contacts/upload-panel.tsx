import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatDay, toDay } from '../../../lib/dates.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Panel } from '../panel.tsx';
import { areasText, numbersText, uploadCopy } from './copy.ts';
import { useUploadRegistry } from './queries.ts';

type Uploading = ReturnType<typeof useUploadRegistry>;

export function UploadPanel() {
  const uploading = useUploadRegistry();
  const [san, setSan] = useState('');
  const [listedOn, setListedOn] = useState(() => toDay(new Date()));
  const [isMissing, setMissing] = useState(false);
  const send = (file: File) => {
    const isReady = san.trim() !== '' && listedOn !== '';
    setMissing(!isReady);
    if (isReady) uploading.send({ file, san: san.trim(), listedOn });
  };
  return (
    <Panel title={uploadCopy.title} text={uploadCopy.intro}>
      <div className="grid gap-4 p-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={uploadCopy.san}
            hint={uploadCopy.sanHint}
            error={isMissing ? uploadCopy.missing : undefined}
          >
            {control => <TextInput {...control} value={san} onChange={event => setSan(event.target.value)} />}
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
        {uploading.isRunning && uploading.upload ? (
          <Progress uploading={uploading} />
        ) : (
          <FileDrop label={uploadCopy.choose} accept=".txt,.csv,.zip,.gz" onFile={send} />
        )}
        <Outcome uploading={uploading} />
      </div>
    </Panel>
  );
}

function Progress({ uploading: { upload, sentBytes } }: { uploading: Uploading }) {
  const size = upload?.file.size ?? 0;
  const isSent = sentBytes >= size;
  return (
    <ProgressBar
      label={`Uploading ${upload?.file.name}`}
      value={sentBytes}
      max={size}
      valueText={
        isSent ? 'Storing the numbers' : `${Math.floor((100 * sentBytes) / Math.max(1, size))}% sent`
      }
    />
  );
}

function Outcome({ uploading: { isRunning, error, list } }: { uploading: Uploading }) {
  if (isRunning) return null;
  if (error)
    return (
      <NoticeBox tone="danger" title={uploadCopy.failed}>
        {messageOf(error, uploadCopy.failed)}
      </NoticeBox>
    );
  if (!list) return null;
  return (
    <NoticeBox tone="positive" title="The list is stored">
      {numbersText(list.numbers)} of {formatDay(list.listedOn)}, area codes {areasText(list.areaCodes)}.
    </NoticeBox>
  );
}
