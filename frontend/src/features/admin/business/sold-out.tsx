import { signupIndustries } from '@closingwire/contracts/reference';
import type { SoldOut, TakenZip } from '@closingwire/contracts/sold-out';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import type { Columns } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { countedText, listText } from '../counted.ts';
import { CustomerLink } from '../customer/customer-link.tsx';
import { Panel } from '../panel.tsx';
import { CardHead, RowList } from '../row-list.tsx';
import { shareOf } from './figures.ts';
import { PAGE_SIZE, type SignupIndustry, useSoldOut, useTakenZips } from './queries.ts';

const parsers = {
  takenBy: parseAsStringLiteral(signupIndustries),
  takenIn: parseAsString.withDefault(''),
  isFull: parseAsBoolean.withDefault(false),
  takenPage: pageParser,
};

/** States and industries with their share of sold ZIPs, and ZIPs that every industry has taken. */
export function SoldOutPanel() {
  const [{ takenBy, takenIn, isFull, takenPage }, set] = useQueryStates(parsers);
  const soldOut = useSoldOut();
  return (
    <>
      <Panel title="Sold out" text="Taken ZIP codes of the catalog: confirmed, or held by an order.">
        <Loaded
          query={soldOut}
          loading="Counting taken ZIP codes"
          failed="Taken ZIP codes could not be counted"
        >
          {found => <Shares soldOut={found} />}
        </Loaded>
      </Panel>
      {(takenBy || isFull) && (
        <TakenZips
          asked={{ state: takenIn, industry: takenBy, page: takenPage }}
          onPage={next => void set({ takenPage: next })}
        />
      )}
    </>
  );
}

const linkTo = (query: Record<string, string>) =>
  `/admin/operations?${new URLSearchParams({ tab: 'business', ...query })}#taken`;

type Share = SoldOut['shares'][number];

function TakenLink({ row: { state, industry, taken, zips } }: { row: Share }) {
  const text = `${taken.toLocaleString('en-US')} of ${zips.toLocaleString('en-US')}`;
  return (
    <TextLink
      to={linkTo({ takenBy: industry, takenIn: state })}
      preventScrollReset
      aria-label={`${text} ZIP codes of ${state} taken by ${industry}`}
    >
      {text}
    </TextLink>
  );
}

const columns: Columns<Share> = [
  { header: 'State', cell: ({ row }) => row.original.state },
  { header: 'Industry', cell: ({ row }) => row.original.industry },
  { header: 'Taken', cell: ({ row }) => <TakenLink row={row.original} /> },
  { header: 'Share', cell: ({ row }) => shareText(row.original) },
];

const shareText = ({ taken, zips }: Share) => (taken * 100 < zips ? 'below 1%' : shareOf(taken, zips));

function Shares({ soldOut: { shares, fullZips } }: { soldOut: SoldOut }) {
  return (
    <>
      <p className="px-5 py-4 text-sm">
        <TextLink to={linkTo({ isFull: 'true' })} preventScrollReset>
          {countedText(fullZips, 'ZIP code', 'ZIP codes')}
        </TextLink>{' '}
        in which all {signupIndustries.length} sign-up industries are taken.
      </p>
      {shares.length > 0 && (
        <RowList
          caption="Taken ZIP codes by state and industry"
          columns={columns}
          rows={shares}
          keyOf={({ state, industry }) => `${state} ${industry}`}
          card={row => (
            <CardHead aside={shareText(row)}>
              <p>
                <span className="font-semibold">{row.state}</span> {row.industry}: <TakenLink row={row} />
              </p>
            </CardHead>
          )}
        />
      )}
    </>
  );
}

const takenText = ({ taken }: TakenZip) => `${taken} of ${signupIndustries.length}`;

const ZipLink = ({ row: { zipCode } }: { row: TakenZip }) => (
  <TextLink to={`/admin?q=${zipCode}`}>{zipCode}</TextLink>
);

type TakenZipsProps = {
  asked: { state: string; industry: SignupIndustry | null; page: number };
  onPage: (page: number) => void;
};

/** The ZIPs that a figure counts; each leads to its holders. */
function TakenZips({ asked, onPage }: TakenZipsProps) {
  const zips = useTakenZips(asked);
  const title = asked.industry
    ? `Taken ZIP codes · ${[asked.state, asked.industry].filter(Boolean).join(' · ')}`
    : 'ZIP codes with all sign-up industries taken';
  return (
    <Panel
      id="taken"
      title={title}
      status={listText(zips, 'Loading the ZIP codes', ({ total }) =>
        countedText(total, 'ZIP code', 'ZIP codes'),
      )}
    >
      <Loaded query={zips} loading="Loading the ZIP codes" failed="The ZIP codes could not be loaded">
        {({ rows, total }) =>
          total === 0 ? (
            <p className="px-5 py-4 text-sm text-muted">There are no such ZIP codes.</p>
          ) : (
            <>
              <RowList
                caption={title}
                rows={rows}
                isStale={zips.isPlaceholderData}
                keyOf={({ zipCode }) => zipCode}
                columns={[
                  { header: 'ZIP code', cell: ({ row }) => <ZipLink row={row.original} /> },
                  { header: 'City', cell: ({ row }) => `${row.original.city}, ${row.original.state}` },
                  { header: 'Industries taken', cell: ({ row }) => takenText(row.original) },
                  { header: 'User', cell: ({ row }) => <Holder row={row.original} /> },
                ]}
                card={row => (
                  <CardHead aside={takenText(row)}>
                    <p>
                      <ZipLink row={row} /> {row.city}, {row.state} <Holder row={row} />
                    </p>
                  </CardHead>
                )}
              />
              <PageFooter
                label={`Pages of ${title}`}
                page={asked.page}
                totalPages={Math.ceil(total / PAGE_SIZE)}
                onPage={onPage}
                isBusy={zips.isPlaceholderData}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const Holder = ({ row: { userId, zipCode } }: { row: TakenZip }) =>
  userId && <CustomerLink userId={userId}>{`User of ${zipCode}`}</CustomerLink>;
