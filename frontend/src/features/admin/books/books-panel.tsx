import type { Books } from '@closingwire/contracts/books';
import { BookCheck, BookX } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { type ReactNode, useState } from 'react';
import { pageParser } from '../../../lib/page-parser.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Panel } from '../panel.tsx';
import { kinds } from './copy.ts';
import { DifferenceList } from './difference-list.tsx';
import { isUnderWay, PAGE_SIZE, useBooks, useCompareBooks } from './queries.ts';

/** Whether billing, catalog, leads and the payment provider agree. */
export function BooksPanel() {
  const [page, setPage] = useQueryState('books', pageParser);
  const books = useBooks(page);
  return (
    <Loaded query={books} loading="Loading the books" failed="The books could not be loaded">
      {data => (
        <Panel title="Books" status={statusOf(data)} actions={<CompareNow {...data} />}>
          <RunFailure {...data} />
          <BlockedRepairs {...data} />
          {data.total === 0 && <NoDifferences {...data} />}
          {data.total > 0 && data.differences.length === 0 && (
            <Spinner className="w-full py-20" label="Loading the books" />
          )}
          {data.differences.length > 0 && <DifferenceList {...data} isStale={books.isPlaceholderData} />}
          <PageFooter
            label="Pages of differences"
            page={page}
            totalPages={Math.ceil(data.total / PAGE_SIZE)}
            onPage={setPage}
            isBusy={books.isPlaceholderData}
          />
        </Panel>
      )}
    </Loaded>
  );
}

const number = (count: number) => count.toLocaleString('en-US');

function statusOf({ run, open }: Books): ReactNode {
  if (run?.state === 'comparing')
    return 'Billing, catalog, leads and the payment provider are being compared';
  if (run?.state === 'confirming') return 'What differed is read again within a minute';
  if (!run?.finishedAt) return 'Compared every night, and now on request';
  const compared = `${number(run.accounts)} accounts, ${number(run.claims)} claims and ${number(run.batches)} deliveries`;
  return (
    <>
      {open === 0 ? 'Nothing differs' : `${number(open)} open`}. Compared <Ago instant={run.finishedAt} />:{' '}
      {compared}.
    </>
  );
}

function CompareNow(books: Books) {
  const compare = useCompareBooks();
  const isBusy = compare.isPending || isUnderWay(books);
  return (
    <Button size="sm" disabled={isBusy} onClick={() => compare.mutate({})}>
      {isBusy ? 'Comparing...' : 'Compare now'}
    </Button>
  );
}

/** A failed run retries by itself. */
function RunFailure({ run }: Books) {
  if (!run) return null;
  const isStuck = isUnderWay({ run }) && run.failure !== null;
  if (!isStuck && run.state !== 'given-up') return null;
  return (
    <div className="p-5 pb-0">
      <NoticeBox tone="caution">
        {isStuck
          ? `The comparison is tried again by itself: ${run.failure}`
          : 'The last comparison did not end.'}
      </NoticeBox>
    </div>
  );
}

function NoDifferences({ run, agreedAt }: Books) {
  if (!run) {
    return (
      <EmptyState level="h3" icon={BookX} title="The books were not compared yet">
        The first comparison runs tonight. Compare now to see the result within two minutes.
      </EmptyState>
    );
  }
  if (agreedAt === null) return <p className="px-5 py-4 text-sm text-muted">No difference is known yet.</p>;
  return (
    <EmptyState level="h3" icon={BookCheck} title="The books agree">
      The last comparison without a difference ended <Ago instant={agreedAt} />.
    </EmptyState>
  );
}

/** Unusually many differences of one kind may mean lost data: an admin decides on their repair. */
function BlockedRepairs({ run, held }: Books) {
  const [isAsking, setAsking] = useState(false);
  const compare = useCompareBooks();
  const waiting = held.filter(kind => kinds[kind].isRepaired);
  if (waiting.length === 0) return null;
  return (
    <div className="p-5 pb-0">
      <NoticeBox
        tone="danger"
        title="Unusually many differences of one kind"
        actions={
          <Button
            size="sm"
            disabled={compare.isPending || isUnderWay({ run })}
            onClick={() => setAsking(true)}
          >
            Repair them…
          </Button>
        }
      >
        They are not repaired by themselves: a part of the data may be lost. Check the last backups first.
      </NoticeBox>
      {isAsking && (
        <ConfirmDialog
          title="Repair all differences?"
          action="Compare and repair"
          onClose={() => setAsking(false)}
          onConfirm={() => compare.mutate({ repairMany: true })}
        >
          <p>The books are compared again. Then this is done for each difference that is still there:</p>
          <ul className="mt-3 grid gap-2">
            {waiting.map(kind => (
              <li key={kind}>
                <strong className="font-semibold">{kinds[kind].title}</strong>: {kinds[kind].remedy}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
