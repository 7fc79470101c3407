import { type Business, businessFigure } from '@closingwire/contracts/business';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import type { Columns } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Panel } from '../panel.tsx';
import { CardHead, RowList } from '../row-list.tsx';
import { Costs } from './costs.tsx';
import { FigureRows } from './figure-rows.tsx';
import { type Count, figuresOf, figureTitles } from './figures.ts';
import { useBusiness } from './queries.ts';
import { SoldOutPanel } from './sold-out.tsx';

const parsers = {
  figure: parseAsStringLiteral(businessFigure.options),
  state: parseAsString.withDefault(''),
  industry: parseAsString.withDefault(''),
  page: pageParser,
};

/** The business in figures; each leads to the rows that it counts. */
export default function BusinessTab() {
  const [{ figure, state, industry, page }, set] = useQueryStates(parsers);
  const business = useBusiness();
  return (
    <div className="grid grid-cols-1 gap-6">
      <Panel title="Business" text="Computed from the books of billing.">
        <Loaded query={business} loading="Loading the figures" failed="The figures could not be loaded">
          {found => <Figures business={found} />}
        </Loaded>
      </Panel>
      {figure && (
        <FigureRows
          asked={{ figure, state, industry, page }}
          onPage={next => void set({ page: next })}
          onAll={() => void set({ state: null, industry: null, page: null })}
        />
      )}
      <Costs />
      <SoldOutPanel />
      <Panel title="ZIP codes by state and industry">
        <Loaded query={business} loading="Loading the ZIP codes" failed="The ZIP codes could not be loaded">
          {({ sold }) => <Sold sold={sold} />}
        </Loaded>
      </Panel>
    </div>
  );
}

const linkTo = (figure: string, filter: Record<string, string> = {}) =>
  `/admin/operations?${new URLSearchParams({ tab: 'business', figure, ...filter })}#rows`;

function Figures({ business }: { business: Business }) {
  return (
    <>
      {business.testMode && (
        <div className="px-5 pt-5">
          <NoticeBox tone="danger" title="Test money">
            Payments are in test mode, so the money in these figures is not real.
          </NoticeBox>
        </div>
      )}
      <dl className="grid gap-4 p-5 sm:grid-cols-2 lg:grid-cols-3">
        {figuresOf(business).map(({ term, value, meaning, rows }) => (
          <div key={term} className="grid content-start gap-1 rounded-xl bg-sunken px-4 py-3">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="text-2xl font-bold tracking-tight tabular-nums">{value}</dd>
            <dd className="text-sm text-muted">
              {meaning.map(part =>
                typeof part === 'string' ? part : <CountLink key={part.rows} count={part} />,
              )}
            </dd>
            <dd className="text-sm">
              <TextLink to={linkTo(rows)} preventScrollReset aria-label={`Rows of ${term}`}>
                Rows
              </TextLink>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type RowsLinkProps = { count: number; label: string; to: string };

const RowsLink = ({ count, label, to }: RowsLinkProps) => (
  <TextLink to={to} preventScrollReset aria-label={label}>
    {count.toLocaleString('en-US')}
  </TextLink>
);

const CountLink = ({ count: { count, rows } }: { count: Count }) => (
  <RowsLink
    count={count}
    label={`${figureTitles[rows]}: ${count.toLocaleString('en-US')}`}
    to={linkTo(rows)}
  />
);

type SoldRow = Business['sold'][number];

const SoldLink = ({ row: { state, industry, zips } }: { row: SoldRow }) => (
  <RowsLink
    count={zips}
    label={`${zips} ZIP codes of ${industry} in ${state}`}
    to={linkTo('zips', { state, industry })}
  />
);

const PaidLink = ({ row: { state, industry, paid } }: { row: SoldRow }) => (
  <RowsLink
    count={paid}
    label={`${paid} paid ZIP codes of ${industry} in ${state}`}
    to={linkTo('paid-zips', { state, industry })}
  />
);

const soldColumns: Columns<SoldRow> = [
  { header: 'State', cell: ({ row }) => row.original.state },
  { header: 'Industry', cell: ({ row }) => row.original.industry },
  { header: 'ZIP codes', cell: ({ row }) => <SoldLink row={row.original} /> },
  { header: 'Paid', cell: ({ row }) => <PaidLink row={row.original} /> },
];

const Sold = ({ sold }: Pick<Business, 'sold'>) =>
  sold.length === 0 ? (
    <p className="px-5 py-4 text-sm text-muted">No user has a ZIP code.</p>
  ) : (
    <RowList
      caption="ZIP codes by state and industry"
      columns={soldColumns}
      rows={sold}
      keyOf={({ state, industry }) => `${state} ${industry}`}
      card={row => (
        <CardHead aside={<SoldLink row={row} />}>
          <p>
            <span className="font-semibold">{row.state}</span> {row.industry}, <PaidLink row={row} /> paid
          </p>
        </CardHead>
      )}
    />
  );
