import type { Quote, QuotedZip } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import type { ReactNode } from 'react';
import { formatLongDay } from '../lib/dates.ts';
import { freeFor, quotedFreeDays } from './trial-price.ts';

type Standing = QuotedZip['standing'];

const standings: Record<Standing, string> = {
  new: 'New in this order',
  trial: 'From your trial',
  paid: 'In your subscription',
};

/** City and state by ZIP code, if the screen knows them. */
type PlaceNames = ReadonlyMap<string, string>;

type QuoteLinesProps = {
  quote: Quote;
  places?: PlaceNames;
  /** Free days; by default the quote's. */
  freeDays?: number;
};

/** Every paid ZIP with its price, the amount due now, and the monthly amount. */
export function QuoteLines({ quote, places, freeDays = quotedFreeDays(quote, new Date()) }: QuoteLinesProps) {
  if (quote.zips.length === 0) return <NothingQuoted centsPerZip={quote.centsPerZip} />;
  return (
    <div className="grid gap-4">
      <QuotedGroups zips={quote.zips} places={places} freeDays={freeDays} lists={['new', 'trial', 'paid']} />
      <dl className="grid gap-2 not-first:border-t not-first:border-line not-first:pt-4">
        <Due term="Due today" isStrong={quote.dueTodayCents > 0}>
          {formatCents(quote.dueTodayCents)}
        </Due>
        <Due term={monthlyTerm(quote)} isStrong>
          {formatCents(quote.monthlyCents)}/month
        </Due>
      </dl>
    </div>
  );
}

/** Without ZIPs there is no amount; $0 would look like the price. */
const NothingQuoted = ({ centsPerZip }: Pick<Quote, 'centsPerZip'>) => (
  <p className="text-sm">
    You have no ZIP codes to pay for, so nothing is charged. Each ZIP code is {formatCents(centsPerZip)} a
    month.
  </p>
);

type QuotedGroupsProps = {
  zips: readonly QuotedZip[];
  places?: PlaceNames | undefined;
  freeDays: number;
  /** The listed ZIPs. */
  lists: readonly Standing[];
};

/** ZIPs of a quote by standing. In a trial they are free, and the later amounts are below. */
export function QuotedGroups({ zips, places, freeDays, lists }: QuotedGroupsProps) {
  return lists.flatMap(standing => {
    const listed = zips.filter(zip => zip.standing === standing);
    if (listed.length === 0) return [];
    return [
      <QuotedZips
        key={standing}
        title={standings[standing]}
        zips={listed}
        places={places}
        priceOf={cents => (freeDays > 0 ? freeFor(freeDays) : `${formatCents(cents)}/month`)}
      />,
    ];
  });
}

function monthlyTerm({ firstChargeAt, freeDays }: Quote): string {
  if (firstChargeAt) return `Each month from ${formatLongDay(new Date(firstChargeAt))}`;
  return freeDays > 0 ? 'After the trial, if you go on' : 'Each month';
}

type DueProps = { term: string; isStrong?: boolean; children: ReactNode };

export function Due({ term, isStrong = false, children }: DueProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={isStrong ? 'text-sm font-semibold' : 'text-sm text-muted'}>{term}</dt>
      <dd className={isStrong ? 'ml-auto text-xl font-bold' : 'ml-auto text-sm text-muted'}>{children}</dd>
    </div>
  );
}

/** Further ZIPs are collapsed. */
const MOST_OPEN = 6;

type QuotedZipsProps = {
  title: string;
  zips: readonly QuotedZip[];
  places: PlaceNames | undefined;
  priceOf: (monthlyCents: number) => string;
};

function QuotedZips({ title, zips, places, priceOf }: QuotedZipsProps) {
  const totalCents = zips.reduce((total, { monthlyCents }) => total + monthlyCents, 0);
  return (
    <details open={zips.length <= MOST_OPEN}>
      <summary className="cursor-pointer text-sm">
        <span className="font-medium">{title}</span>{' '}
        <span className="text-muted">
          {zips.length} ZIP {zips.length === 1 ? 'code' : 'codes'}, {priceOf(totalCents)}
        </span>
      </summary>
      <ul className="mt-1 divide-y divide-line text-sm">
        {zips.map(({ zipCode, monthlyCents }) => (
          <li key={zipCode} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 truncate">
              <span className="font-semibold">{zipCode}</span> {places?.get(zipCode)}
            </span>
            <span className="shrink-0 text-muted">{priceOf(monthlyCents)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
