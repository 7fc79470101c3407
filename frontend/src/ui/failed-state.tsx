import { PlugZap } from 'lucide-react';
import { messageOf } from '../lib/api-error.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type FailedStateProps = {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** The text if the server sent no message. */
  fallback?: string;
};

type FailedQueryProps = Omit<FailedStateProps, 'error' | 'onRetry'> & {
  query: { error: unknown; refetch: () => unknown };
};

const reasonFor = (error: unknown) =>
  error instanceof TypeError
    ? 'The connection failed. Check your network and try again.'
    : 'The reply could not be read. Try again in a moment.';

/** Replaces a part of the page that failed to load, with the reason and a retry button. */
export function FailedState({ title, error, onRetry, fallback = reasonFor(error) }: FailedStateProps) {
  return (
    <div role="alert">
      <EmptyState icon={PlugZap} title={title} actions={<Button onClick={onRetry}>Try again</Button>}>
        {messageOf(error, fallback)}
      </EmptyState>
    </div>
  );
}

export const FailedQuery = ({ query, ...rest }: FailedQueryProps) => (
  <FailedState {...rest} error={query.error} onRetry={() => query.refetch()} />
);
