import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';

type AuthFrameProps = {
  title: string;
  lead?: ReactNode;
  /** Replaces a sent form and takes its focus. */
  isOutcome?: boolean;
  children: ReactNode;
};

export function AuthFrame({ title, lead, isOutcome = false, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) heading.current?.focus();
  }, [isOutcome]);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-14 sm:py-20">
      <h1
        ref={heading}
        {...(isOutcome && { tabIndex: -1 })}
        className="text-3xl font-bold tracking-tight outline-none focus-visible:shadow-none"
      >
        {title}
      </h1>
      {lead && <p className="mt-2 text-pretty text-muted">{lead}</p>}
      <Card className="mt-8 p-6 sm:p-8">{children}</Card>
    </div>
  );
}
