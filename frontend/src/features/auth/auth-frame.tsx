import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** One card in the middle: signing in and up is a decision, so it gets room. */
export function AuthFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-14 sm:py-20">
      <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
      {lead && <p className="mt-2 text-pretty text-muted">{lead}</p>}
      <Card className="mt-8 p-6 sm:p-8">{children}</Card>
    </div>
  );
}
