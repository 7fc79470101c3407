import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from './card.tsx';

type LinkStepProps = { title: string; isOutcome: boolean; children: ReactNode };

/** A step of a page that an emailed link opens. An outcome gets the focus. */
export function LinkStep({ title, isOutcome, children }: LinkStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) heading.current?.focus();
  }, [isOutcome]);
  return (
    <>
      <h1
        ref={heading}
        {...(isOutcome && { tabIndex: -1 })}
        className="text-3xl font-bold tracking-tight outline-none focus-visible:shadow-none"
      >
        {title}
      </h1>
      <Card className="mt-8 grid gap-5 p-6 sm:p-8">{children}</Card>
    </>
  );
}
