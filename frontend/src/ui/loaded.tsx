import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';
import { Spinner } from './spinner.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data, unknown>;
  /** Label of the spinner. */
  loading: string;
  /** Title of a failure. */
  failed: string;
  spinnerClassName?: string;
  children: (data: Data) => ReactNode;
};

/** A query's data; before it a spinner, instead of it a failure with a retry button. */
export function Loaded<Data>({
  query,
  loading,
  failed,
  spinnerClassName = 'py-20',
  children,
}: LoadedProps<Data>) {
  if (query.isPending) return <Spinner className={`w-full ${spinnerClassName}`} label={loading} />;
  if (query.isError) {
    return <FailedState title={failed} error={query.error} onRetry={() => query.refetch()} />;
  }
  return children(query.data);
}
