import { useEffect, useRef } from 'react';

export type StepHeadingProps = { title: string; isOutcome: boolean };

/** An outcome replaces a form and takes its focus. */
export function StepHeading({ title, isOutcome }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) heading.current?.focus();
  }, [isOutcome]);
  return (
    <h1
      ref={heading}
      {...(isOutcome && { tabIndex: -1 })}
      className="text-3xl font-bold tracking-tight outline-none focus-visible:shadow-none"
    >
      {title}
    </h1>
  );
}
