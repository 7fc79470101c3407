import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Spinner } from './spinner.tsx';

type WhenSeenProps = {
  label: string;
  /** Class names that reserve the content's space. */
  className: string;
  children: ReactNode;
};

/** Mounts its content when scrolled into view. */
export function WhenSeen({ label, className, children }: WhenSeenProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !frame.current) return;
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return (
    <div ref={frame} className={className}>
      {isSeen && (
        <Suspense fallback={<Spinner className="w-full py-20" label={label} />}>{children}</Suspense>
      )}
    </div>
  );
}
