import clsx from 'clsx';

/** A wire with a moving pulse. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={clsx('inline-flex items-center justify-center', className)}>
      <svg viewBox="0 0 48 24" aria-hidden="true" className="h-6 w-12 text-ink">
        <path
          d="M2 19h11v-6.5L24 4l11 8.5V19h11"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          opacity="0.18"
        />
        <path
          d="M2 19h11v-6.5L24 4l11 8.5V19h11"
          pathLength={100}
          fill="none"
          stroke="var(--color-accent)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeDasharray="22 78"
          className="animate-wire"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Fills the page until its route or code is known. */
export function FullPageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <title>ClosingWire</title>
      <Spinner />
    </div>
  );
}
