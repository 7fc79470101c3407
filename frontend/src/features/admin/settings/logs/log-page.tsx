import type { UseQueryResult } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { PageFooter } from '../../../../ui/pagination.tsx';
import { PAGE_SIZE } from './queries.ts';

type LogPageProps<Data> = {
  /** Plural of an entry, such as 'mails'. */
  noun: string;
  query: UseQueryResult<Data, unknown>;
  totalOf: (data: Data) => number;
  page: number;
  onPage: (page: number) => void;
  children: (data: Data) => ReactNode;
};

/** A page of a log: loading, failed, empty or shown. */
export const LogPage = <Data,>({ noun, query, totalOf, page, onPage, children }: LogPageProps<Data>) => (
  <Loaded
    query={query}
    loading={`Loading ${noun}`}
    failed={`The ${noun} could not be loaded`}
    spinnerClassName="py-14"
  >
    {data =>
      totalOf(data) === 0 ? (
        <EmptyState level="h3" icon={ScrollText} title={`No ${noun} found`} />
      ) : (
        <>
          {children(data)}
          <PageFooter
            label={`Pages of ${noun}`}
            page={page}
            totalPages={Math.ceil(totalOf(data) / PAGE_SIZE)}
            onPage={onPage}
            isBusy={query.isPlaceholderData}
          />
        </>
      )
    }
  </Loaded>
);
