import { PlugZap } from 'lucide-react';
import { messageOf } from '../lib/api-error.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type FailedStateProps = {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** The text when the server had no words of its own. */
  fallback?: string;
};

const reasonFor = (error: unknown) =>
  error instanceof TypeError
    ? 'The connection failed. Check your network and try again.'
    : 'The reply could not be read. Try again in a moment.';

/** A part of the page that could not be loaded, with what went wrong and a way to try again. */
export function FailedState({ title, error, onRetry, fallback = reasonFor(error) }: FailedStateProps) {
  return (
    <div role="alert">
      <EmptyState icon={PlugZap} title={title} actions={<Button onClick={onRetry}>Try again</Button>}>
        {messageOf(error, fallback)}
      </EmptyState>
    </div>
  );
}
