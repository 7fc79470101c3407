import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { Field } from '../../../../ui/field.tsx';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { PageFooter } from '../../../../ui/pagination.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { PAGE_SIZE } from './queries.ts';

type LogPageProps = {
  /** Plural of an entry, such as 'mails'. */
  noun: string;
  query: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    isPlaceholderData: boolean;
    refetch(): unknown;
  };
  total: number;
  page: number;
  onPage: (page: number) => void;
  children: ReactNode;
};

/** A page of a log: loading, failed, empty or shown. */
export function LogPage({ noun, query, total, page, onPage, children }: LogPageProps) {
  if (query.isPending) return <Spinner className="w-full py-14" label={`Loading ${noun}`} />;
  if (query.isError) {
    return (
      <FailedState
        title={`The ${noun} could not be loaded`}
        error={query.error}
        onRetry={() => query.refetch()}
      />
    );
  }
  if (total === 0) return <EmptyState level="h3" icon={ScrollText} title={`No ${noun} found`} />;
  const totalPages = Math.ceil(total / PAGE_SIZE);
  return (
    <>
      {children}
      <PageFooter
        label={`Pages of ${noun}`}
        page={page}
        totalPages={totalPages}
        onPage={onPage}
        isBusy={query.isPlaceholderData}
      />
    </>
  );
}

type StateSelectProps<State extends string> = {
  label: string;
  labels: Record<State, string>;
  value: State | null;
  onChange: (state: State | null) => void;
};

export function StateSelect<State extends string>({
  label,
  labels,
  value,
  onChange,
}: StateSelectProps<State>) {
  const states = Object.keys(labels) as State[];
  return (
    <Field label={label} className="w-40">
      {control => (
        <NativeSelect
          {...control}
          value={value ?? ''}
          onChange={event => onChange(states.find(state => state === event.target.value) ?? null)}
        >
          <option value="">All</option>
          {states.map(state => (
            <option key={state} value={state}>
              {labels[state]}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
