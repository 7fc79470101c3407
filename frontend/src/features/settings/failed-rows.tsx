import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';

type FailedRowsProps = { title: string; error: unknown; onRetry: () => void };

/** A short list that could not be loaded. */
export function FailedRows({ title, error, onRetry }: FailedRowsProps) {
  return (
    <NoticeBox
      tone="danger"
      title={title}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error, 'The connection failed. Check your network and try again.')}
    </NoticeBox>
  );
}
