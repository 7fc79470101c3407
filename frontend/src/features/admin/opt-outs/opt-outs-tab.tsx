import type { OptOut, OptOutState } from '@closingwire/contracts/opt-out';
import { UserX } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { formatInstant } from '../../../lib/dates.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { listText } from '../counted.ts';
import { FilterSelect } from '../filter-select.tsx';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { SearchBox } from '../search-box.tsx';
import { useSearchFilter } from '../use-search-filter.ts';
import { optOutStates } from './copy.ts';
import { OptOutContacts, OptOutDecisions } from './opt-out-decisions.tsx';
import { PAGE_SIZE, useOptOuts } from './queries.ts';

const states = Object.keys(optOutStates) as OptOutState[];

export default function OptOutsTab() {
  const filter = useSearchFilter();
  const [state, setState] = useQueryState('state', parseAsStringLiteral(states));
  const optOuts = useOptOuts({ q: filter.q, page: filter.page, state });
  return (
    <Panel
      title="Opt-outs"
      status={listText(
        optOuts,
        'Loading opt-outs',
        ({ needsReview }) => `${needsReview.toLocaleString('en-US')} to review`,
      )}
      actions={
        <div className="flex flex-wrap gap-3">
          <SearchBox
            label="Search opt-outs"
            placeholder="Whole email, phone or license"
            text={filter.text}
            onText={filter.setText}
            className="w-full sm:w-72"
          />
          <FilterSelect
            label="State"
            className="w-40"
            options={states}
            labelOf={one => optOutStates[one].label}
            value={state}
            onChange={next => {
              filter.goTo(1);
              void setState(next);
            }}
          />
        </div>
      }
    >
      <Loaded query={optOuts} loading="Loading opt-outs" failed="Opt-outs could not be loaded">
        {({ optOuts: rows, total }) =>
          total === 0 ? (
            <EmptyState level="h3" icon={UserX} title="No opt-outs found" />
          ) : (
            <>
              <RowList
                caption="Opt-outs"
                columns={optOutColumns}
                rows={rows}
                isStale={optOuts.isPlaceholderData}
                keyOf={({ id }) => id}
                card={optOut => <OptOutCard optOut={optOut} />}
              />
              <PageFooter
                page={filter.page}
                totalPages={Math.ceil(total / PAGE_SIZE)}
                onPage={filter.goTo}
                isBusy={optOuts.isPlaceholderData}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const OptOutCard = ({ optOut }: { optOut: OptOut }) => (
  <>
    <CardHead aside={<StateBadge {...optOutStates[optOut.state]} />}>
      <OptOutContacts contacts={optOut.contacts} />
    </CardHead>
    <CardFacts
      facts={{
        Requested: formatInstant(optOut.createdAt),
        Confirmed: optOut.confirmedAt && formatInstant(optOut.confirmedAt),
        Decided: optOut.decidedAt && formatInstant(optOut.decidedAt),
      }}
    />
    <OptOutDecisions optOut={optOut} />
  </>
);

const Instant = ({ at }: { at: string | null }) => (
  <span className="whitespace-nowrap">{at === null ? '–' : formatInstant(at)}</span>
);

const optOutColumns: Columns<OptOut> = [
  {
    header: 'Agent',
    cell: ({ row }) => (
      <div className="min-w-56">
        <OptOutContacts contacts={row.original.contacts} />
      </div>
    ),
  },
  { header: 'State', cell: ({ row }) => <StateBadge {...optOutStates[row.original.state]} /> },
  { header: 'Requested', cell: ({ row }) => <Instant at={row.original.createdAt} /> },
  { header: 'Confirmed', cell: ({ row }) => <Instant at={row.original.confirmedAt} /> },
  { header: 'Decided', cell: ({ row }) => <Instant at={row.original.decidedAt} /> },
  { header: 'Actions', cell: ({ row }) => <OptOutDecisions optOut={row.original} /> },
];
