import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type FailedRowsProps = { title: string; query: { error: unknown; refetch: () => unknown } };

export function FailedRows({ title, query }: FailedRowsProps) {
  return (
    <NoticeBox
      tone="danger"
      title={title}
      actions={
        <Button size="sm" onClick={() => query.refetch()}>
          Try again
        </Button>
      }
    >
      {messageOf(query.error, 'The connection failed. Check your network and try again.')}
    </NoticeBox>
  );
}

export function LoadingRows({ label }: { label: string }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{label}</span>
      {[0, 1].map(row => (
        <span key={row} className="flex items-center gap-4">
          <Skeleton className="size-10 rounded-xl" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </span>
        </span>
      ))}
    </div>
  );
}
