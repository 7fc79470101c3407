import type { RejectedRow } from '@closingwire/contracts/rejected-rows';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createParser, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatInstant } from '../../../lib/dates.ts';
import { pageParser } from '../../../lib/page-parser.ts';
import { api } from '../../../product/api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { SettlingInput } from '../../../ui/settling-input.tsx';
import { countedText, listText, pagedTotal } from '../counted.ts';
import { isUnknownCall } from '../is-unknown-call.ts';
import { Panel } from '../panel.tsx';
import { CardHead, CellLines, RowList } from '../row-list.tsx';
import { causeText } from './cause-text.ts';
import { rejectStates, shownStates } from './reject-states.ts';

const PAGE_SIZE = 25;
const urlKeys = {
  reason: 'why',
  state: 'rejectedState',
  zip: 'rejectedZip',
  field: 'rejectedField',
  expected: 'rejectedCause',
  days: 'rejectedDays',
  sourceId: 'rejectedSource',
  page: 'rejectedPage',
};
const daysParser = createParser({
  parse: text => (/^([1-9]|[1-8]\d|90)$/.test(text) ? Number(text) : null),
  serialize: String,
});
const parsers = {
  reason: parseAsString.withDefault(''),
  state: parseAsStringLiteral(shownStates).withDefault('open'),
  zip: parseAsString.withDefault(''),
  sourceId: parseAsInteger,
  field: parseAsString.withDefault(''),
  expected: parseAsString,
  days: daysParser,
  page: pageParser,
};

const REFRESH_MS = 2_000;

/** Rejected rows of all deliveries, by reason, cause, days, state, source and ZIP. Open ones by default. */
export function RejectedRowsPanel() {
  const [{ reason, state, zip, sourceId, field, expected, days, page }, set] = useQueryStates(parsers, {
    urlKeys,
  });
  const sources = useQuery(api.leads.listSources.queryOptions());
  const isZip = /^\d{5}$/.test(zip);
  const isHalfTyped = zip !== '' && !isZip;
  const rows = useQuery(
    api.leads.listRejectedRows.queryOptions({
      input: {
        reason,
        state,
        page,
        limit: PAGE_SIZE,
        ...(isZip && { zip }),
        ...(sourceId !== null && { sourceId }),
        ...(expected !== null && { field, expected }),
        ...(days !== null && { days }),
      },
      enabled: !isHalfTyped,
      staleTime: 0,
      // Deliveries and their undo change the rows while the page is open.
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  if (rows.isError && isUnknownCall(rows.error)) return null;
  return (
    <Panel
      id="rejected-rows"
      title="Rejected rows"
      status={
        isHalfTyped
          ? ''
          : listText(rows, 'Loading rejected rows', ({ total }) => countedText(total, 'row', 'rows'))
      }
      actions={
        <div className="flex flex-wrap gap-3">
          <Field label="Reason has" className="w-44">
            {control => (
              <SettlingInput
                {...control}
                maxLength={100}
                value={reason}
                onSettled={next => void set({ reason: next, page: null })}
              />
            )}
          </Field>
          <Field label="State of the row" className="w-36">
            {control => (
              <NativeSelect
                {...control}
                value={state}
                onChange={({ target }) =>
                  void set({ state: shownStates.find(one => one === target.value) ?? null, page: null })
                }
              >
                {shownStates.map(one => (
                  <option key={one} value={one}>
                    {one === 'all' ? 'All states' : rejectStates[one].label}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field
            label="ZIP code of the row"
            className="w-36"
            error={isHalfTyped ? 'Enter five digits' : undefined}
          >
            {control => (
              <SettlingInput
                {...control}
                maxLength={5}
                inputMode="numeric"
                value={zip}
                onSettled={next => void set({ zip: next, page: null })}
              />
            )}
          </Field>
          <Field label="Source of the row" className="w-44">
            {control => (
              <NativeSelect
                {...control}
                value={sourceId ?? ''}
                onChange={({ target }) =>
                  void set({ sourceId: target.value === '' ? null : Number(target.value), page: null })
                }
              >
                <option value="">All sources</option>
                {sources.data?.sources.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        </div>
      }
    >
      {(expected !== null || days !== null) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 text-sm wrap-anywhere">
          <span>{causeText({ field, expected, days })}</span>
          <Button size="sm" onClick={() => void set({ field: null, expected: null, days: null, page: null })}>
            All causes and days
          </Button>
        </p>
      )}
      {isHalfTyped ? (
        <p className="px-5 py-4 text-sm text-muted">Enter the five digits of a ZIP code to see its rows.</p>
      ) : (
        <Loaded query={rows} loading="Loading rejected rows" failed="Rejected rows could not be loaded">
          {({ rows: found, total }) =>
            total === 0 ? (
              <p className="px-5 py-4 text-sm text-muted">
                No {state === 'open' && 'open '}rejected row of the last 90 days matches.
              </p>
            ) : (
              <>
                <RowList
                  caption="Rejected rows"
                  columns={columns}
                  rows={found}
                  isStale={rows.isPlaceholderData}
                  keyOf={({ batchId, row, field }) => `${batchId} ${row} ${field}`}
                  card={row => (
                    <CardHead aside={<StateBadge state={row.state} />}>
                      <div className="grid min-w-0 gap-1">
                        <p className="font-semibold">
                          Row {row.row}
                          {row.zipCode && ` in ${row.zipCode}`}
                        </p>
                        <Faults row={row} />
                        <p className="wrap-anywhere text-muted">{row.source}</p>
                      </div>
                    </CardHead>
                  )}
                />
                <PageFooter
                  label="Pages of rejected rows"
                  page={page}
                  totalPages={Math.ceil(pagedTotal(total) / PAGE_SIZE)}
                  onPage={next => void set({ page: next })}
                  isBusy={rows.isPlaceholderData}
                />
              </>
            )
          }
        </Loaded>
      )}
    </Panel>
  );
}

/** All faults of a row. */
function Faults({ row: { field, message, further } }: { row: RejectedRow }) {
  return (
    <ul className="grid gap-2">
      {[{ field, message }, ...further].map(fault => (
        <li key={`${fault.field} ${fault.message}`}>
          <CellLines lines={[fault.field, fault.message]} className="min-w-48 max-w-96" />
        </li>
      ))}
    </ul>
  );
}

const StateBadge = ({ state }: Pick<RejectedRow, 'state'>) => (
  <Badge tone={rejectStates[state].tone}>{rejectStates[state].label}</Badge>
);

const columns: Columns<RejectedRow> = [
  { header: 'Row', cell: ({ row }) => row.original.row },
  {
    header: 'Reason',
    cell: ({ row: { original } }) => <Faults row={original} />,
  },
  { header: 'State', cell: ({ row }) => <StateBadge state={row.original.state} /> },
  { header: 'ZIP code', cell: ({ row }) => row.original.zipCode ?? '–' },
  {
    header: 'Source',
    cell: ({ row: { original } }) => (
      <CellLines lines={[original.source, original.fileName ?? '']} className="min-w-36" />
    ),
  },
  { header: 'Received', cell: ({ row }) => formatInstant(row.original.receivedAt) },
];
