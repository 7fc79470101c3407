import { Button } from '../../ui/button.tsx';

/** Says above the list that it does not mark the user's own ZIPs. */
export default function OwnZipsFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-2.5 text-sm"
    >
      Your own ZIP codes could not be loaded, so this list does not mark them.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
