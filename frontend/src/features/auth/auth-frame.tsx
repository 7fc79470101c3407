import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { StepHeading } from '../../ui/step-heading.tsx';

type AuthFrameProps = { title: string; lead?: ReactNode; isOutcome?: boolean; children: ReactNode };

export function AuthFrame({ title, lead, isOutcome = false, children }: AuthFrameProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-14 sm:py-20">
      <StepHeading title={title} isOutcome={isOutcome} />
      {lead && <p className="mt-2 text-pretty text-muted">{lead}</p>}
      <Card className="mt-8 p-6 sm:p-8">{children}</Card>
    </div>
  );
}
