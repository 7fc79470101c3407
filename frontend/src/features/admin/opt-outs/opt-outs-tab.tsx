import type { OptOut, OptOutState } from '@closingwire/contracts/opt-out';
import { UserX } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { SearchBox } from '../search-box.tsx';
import { type SearchFilterState, useSearchFilter } from '../use-search-filter.ts';
import { stateLabels, stateTones } from './copy.ts';
import { optOutColumns } from './opt-out-columns.tsx';
import { OptOutContacts } from './opt-out-contacts.tsx';
import { OptOutDecisions } from './opt-out-decisions.tsx';
import { PAGE_SIZE, useOptOuts } from './queries.ts';

const states = Object.keys(stateLabels) as OptOutState[];

export default function OptOutsTab() {
  const filter = useSearchFilter();
  const [state, setState] = useQueryState('state', parseAsStringLiteral(states));
  const optOuts = useOptOuts({ q: filter.q, page: filter.page, state });
  return (
    <Panel
      title="Opt-outs"
      text={
        <span role="status">
          {listText(
            optOuts,
            'Loading opt-outs',
            ({ needsReview }) => `${needsReview.toLocaleString('en-US')} to review`,
          )}
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-3">
          <SearchBox
            label="Search opt-outs"
            placeholder="Whole email, phone or license"
            text={filter.text}
            onText={filter.setText}
            className="w-full sm:w-72"
          />
          <Field label="State" className="w-40">
            {control => (
              <NativeSelect
                {...control}
                value={state ?? ''}
                onChange={event => {
                  filter.goTo(1);
                  void setState(states.find(one => one === event.target.value) ?? null);
                }}
              >
                <option value="">All</option>
                {states.map(one => (
                  <option key={one} value={one}>
                    {stateLabels[one]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        </div>
      }
    >
      <OptOutList optOuts={optOuts} filter={filter} />
    </Panel>
  );
}

type OptOutListProps = { optOuts: ReturnType<typeof useOptOuts>; filter: SearchFilterState };

function OptOutList({ optOuts, filter }: OptOutListProps) {
  if (optOuts.isPending) return <Spinner className="w-full py-20" label="Loading opt-outs" />;
  if (optOuts.isError) {
    return (
      <FailedState
        title="Opt-outs could not be loaded"
        error={optOuts.error}
        onRetry={() => optOuts.refetch()}
      />
    );
  }
  const { total } = optOuts.data;
  if (total === 0) return <EmptyState level="h3" icon={UserX} title="No opt-outs found" />;
  const totalPages = Math.ceil(total / PAGE_SIZE);
  return (
    <>
      <RowList
        caption="Opt-outs"
        columns={optOutColumns}
        rows={optOuts.data.optOuts}
        isStale={optOuts.isPlaceholderData}
        keyOf={({ id }) => id}
        card={optOut => <OptOutCard optOut={optOut} />}
      />
      <PageFooter
        page={filter.page}
        totalPages={totalPages}
        onPage={filter.goTo}
        isBusy={optOuts.isPlaceholderData}
      />
    </>
  );
}

const OptOutCard = ({ optOut }: { optOut: OptOut }) => (
  <>
    <CardHead aside={<Badge tone={stateTones[optOut.state]}>{stateLabels[optOut.state]}</Badge>}>
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
