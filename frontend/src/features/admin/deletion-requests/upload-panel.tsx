import { deletionKinds } from '@closingwire/contracts/deletion-lists';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Panel } from '../panel.tsx';
import { kinds, uploadCopy } from './copy.ts';
import { useUploadList } from './queries.ts';

type Uploading = ReturnType<typeof useUploadList>;

export function UploadPanel() {
  const uploading = useUploadList();
  const { send, isRunning, sentBytes, upload } = uploading;
  return (
    <Panel title={uploadCopy.title} text={uploadCopy.intro}>
      <div className="grid gap-4 p-5">
        {isRunning && upload ? (
          <ProgressBar
            label={`Uploading ${upload.file.name}`}
            value={sentBytes}
            max={upload.file.size}
            valueText={`${Math.floor((100 * sentBytes) / Math.max(1, upload.file.size))}% sent`}
          />
        ) : (
          <FileDrop label={uploadCopy.choose} accept=".csv,.zip,.gz" onFile={file => send({ file })} />
        )}
        <Outcome uploading={uploading} />
      </div>
    </Panel>
  );
}

function Outcome({ uploading: { isRunning, error, list, upload, send } }: { uploading: Uploading }) {
  if (isRunning || !upload) return null;
  if (error instanceof ApiError && error.body.code === 'unknown_kind') {
    return (
      <NoticeBox
        tone="caution"
        title={uploadCopy.which}
        actions={deletionKinds.map(kind => (
          <Button key={kind} size="sm" onClick={() => send({ file: upload.file, kind })}>
            {kinds[kind]}
          </Button>
        ))}
      >
        {upload.file.name}
      </NoticeBox>
    );
  }
  if (error) {
    return (
      <NoticeBox tone="danger" title={uploadCopy.failed}>
        {messageOf(error, uploadCopy.failed)}
      </NoticeBox>
    );
  }
  if (list?.finishedAt) return <NoticeBox>{uploadCopy.known}</NoticeBox>;
  return list ? <NoticeBox tone="positive">{uploadCopy.uploaded}</NoticeBox> : null;
}
