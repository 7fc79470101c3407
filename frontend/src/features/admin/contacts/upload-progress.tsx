import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { RegistryUploading } from './queries.ts';

type UploadProgressProps = { of: RegistryUploading['check' | 'storage']; doing: string };

/** How much of a list is sent, then what the server does with it. */
export function UploadProgress({ of: { upload, sentBytes }, doing }: UploadProgressProps) {
  const size = upload?.file.size ?? 0;
  const sent = `${Math.floor((100 * sentBytes) / Math.max(1, size))}% sent`;
  const text = sentBytes >= size ? doing : sent;
  return (
    <div className="grid gap-2">
      <ProgressBar label={`Uploading ${upload?.file.name}`} value={sentBytes} max={size} valueText={text} />
      <p className="text-sm text-muted">{text}</p>
    </div>
  );
}
