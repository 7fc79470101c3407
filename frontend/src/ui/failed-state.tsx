import { PlugZap } from 'lucide-react';
import { messageOf } from '../lib/api-error.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type FailedStateProps = {
  title: string;
  query: { error: unknown; refetch: () => unknown };
  /** The text if the server sent no message. */
  fallback?: string;
};

const reasonFor = (error: unknown) =>
  error instanceof TypeError
    ? 'The connection failed. Check your network and try again.'
    : 'The reply could not be read. Try again in a moment.';

/** Replaces a part of the page that failed to load, with the reason and a retry button. */
export function FailedState({ title, query, fallback = reasonFor(query.error) }: FailedStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={PlugZap}
        title={title}
        actions={<Button onClick={() => query.refetch()}>Try again</Button>}
      >
        {messageOf(query.error, fallback)}
      </EmptyState>
    </div>
  );
}
