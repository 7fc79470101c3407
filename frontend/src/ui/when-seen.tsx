import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Spinner } from './spinner.tsx';

type WhenSeenProps = {
  /** The label while it loads. */
  label: string;
  /** Reserves the room that the content will take, so that nothing jumps. */
  className: string;
  children: ReactNode;
};

/** Mounts its content, code and calls included, when somebody scrolls to it. */
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
