import { Skeleton } from '../../ui/skeleton.tsx';

/** Stands where a short list will be. */
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
