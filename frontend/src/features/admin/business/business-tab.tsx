import { type Business, businessFigure } from '@closingwire/contracts/business';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import type { Columns } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { countedText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardHead, RowList } from '../row-list.tsx';
import { FigureRows } from './figure-rows.tsx';
import { figuresOf } from './figures.ts';
import { useBusiness, useMailsSent, useRowsReceived } from './queries.ts';

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
        <Costs />
      </Panel>
      {figure && (
        <FigureRows
          asked={{ figure, state, industry, page }}
          onPage={next => void set({ page: next })}
          onAll={() => void set({ state: null, industry: null, page: null })}
        />
      )}
      <Panel title="ZIP codes by state and industry">
        <Loaded query={business} loading="Loading the ZIP codes" failed="The ZIP codes could not be loaded">
          {({ sold }) => <Sold sold={sold} />}
        </Loaded>
      </Panel>
    </div>
  );
}

const linkTo = (figure: string, filter: Record<string, string> = {}) =>
  `/admin/operations?${new URLSearchParams({ tab: 'business', figure, ...filter })}`;

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
            <dd className="text-sm text-muted">{meaning}</dd>
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

const cost = 'rounded-xl bg-sunken px-4 py-3 text-sm';

/** No setting has the price of an email or a row, so their numbers are shown. */
function Costs() {
  const rows = useRowsReceived();
  const mails = useMailsSent();
  return (
    <ul aria-label="Costs" className="grid gap-4 px-5 pb-5 sm:grid-cols-2">
      <li className={cost}>
        <Loaded
          query={mails}
          loading="Counting emails"
          failed="Emails could not be counted"
          spinnerClassName="py-2"
        >
          {total => (
            <>
              <strong>{countedText(total, 'email', 'emails')}</strong> sent, of those in the mail log.{' '}
              <TextLink to="/admin?tab=settings&mails=sent">Mails</TextLink>
            </>
          )}
        </Loaded>
      </li>
      <li className={cost}>
        <Loaded
          query={rows}
          loading="Counting rows"
          failed="Rows could not be counted"
          spinnerClassName="py-2"
        >
          {total => (
            <>
              <strong>{total.toLocaleString('en-US')} rows</strong> received from sources in the last 30 days.{' '}
              <TextLink to="/admin/operations?tab=leads-in">Deliveries</TextLink>
            </>
          )}
        </Loaded>
      </li>
    </ul>
  );
}

type SoldRow = Business['sold'][number];

const SoldLink = ({ row: { state, industry, zips } }: { row: SoldRow }) => (
  <TextLink
    to={linkTo('zips', { state, industry })}
    preventScrollReset
    aria-label={`${zips} ZIP codes of ${industry} in ${state}`}
  >
    {zips.toLocaleString('en-US')}
  </TextLink>
);

const soldColumns: Columns<SoldRow> = [
  { header: 'State', cell: ({ row }) => row.original.state },
  { header: 'Industry', cell: ({ row }) => row.original.industry },
  { header: 'ZIP codes', cell: ({ row }) => <SoldLink row={row.original} /> },
  { header: 'Paid', cell: ({ row }) => row.original.paid.toLocaleString('en-US') },
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
            <span className="font-semibold">{row.state}</span> {row.industry},{' '}
            {row.paid.toLocaleString('en-US')} paid
          </p>
        </CardHead>
      )}
    />
  );
