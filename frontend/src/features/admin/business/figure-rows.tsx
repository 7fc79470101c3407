import type { BusinessFigure, BusinessRow } from '@closingwire/contracts/business';
import { formatInstant } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { listText } from '../counted.ts';
import { CustomerLink } from '../customer/customer-link.tsx';
import { Panel } from '../panel.tsx';
import { CardHead, RowList } from '../row-list.tsx';
import { figureTitles } from './figures.ts';
import { PAGE_SIZE, useBusinessRows } from './queries.ts';

type FigureRowsProps = {
  asked: { figure: BusinessFigure; state: string; industry: string; page: number };
  onPage: (page: number) => void;
  onAll: () => void;
};

/** The rows that a figure counts. */
export function FigureRows({ asked, onPage, onAll }: FigureRowsProps) {
  const rows = useBusinessRows(asked);
  const title = [figureTitles[asked.figure], asked.state, asked.industry].filter(Boolean).join(' · ');
  return (
    <Panel
      id="rows"
      title={title}
      status={listText(rows, 'Loading the rows', ({ total }) => `${total.toLocaleString('en-US')} in total`)}
      actions={
        (asked.state || asked.industry) && (
          <Button size="sm" onClick={onAll}>
            All states and industries
          </Button>
        )
      }
    >
      <Loaded query={rows} loading="Loading the rows" failed="The rows could not be loaded">
        {({ rows: found, total }) =>
          total === 0 ? (
            <p className="px-5 py-4 text-sm text-muted">There are no such rows.</p>
          ) : (
            <>
              <RowList
                caption={title}
                rows={found}
                isStale={rows.isPlaceholderData}
                keyOf={({ key }) => key}
                columns={[
                  { header: 'User', cell: ({ row }) => <UserOf row={row.original} /> },
                  { header: 'ZIP code', cell: ({ row }) => row.original.zipCode ?? '–' },
                  { header: 'When', cell: ({ row }) => formatInstant(row.original.at) },
                ]}
                card={row => (
                  <CardHead aside={row.zipCode}>
                    <p className="min-w-0 wrap-anywhere">
                      <UserOf row={row} /> <span className="text-muted">{formatInstant(row.at)}</span>
                    </p>
                  </CardHead>
                )}
              />
              <PageFooter
                page={asked.page}
                totalPages={Math.ceil(total / PAGE_SIZE)}
                onPage={onPage}
                isBusy={rows.isPlaceholderData}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const UserOf = ({ row: { userId, email } }: { row: BusinessRow }) => (
  <CustomerLink userId={userId}>{email || 'Deleted user'}</CustomerLink>
);
