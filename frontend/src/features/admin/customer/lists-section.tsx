import type { ExplainedList, ListReason } from '@closingwire/contracts/customer-lists';
import { useState } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { DEBOUNCE_MS } from '../use-search-filter.ts';
import { isZip, useCatalogZip, useLists } from './queries.ts';
import { listText, reasonText } from './reason-text.ts';
import { Nothing, Section } from './section.tsx';
import { ZipHolders } from './zip-holders.tsx';

type Explained = { lists: ExplainedList[]; lastDeliveryAt: string | null };

/** Each list with its closings, or why it has none. */
export function ListsSection({ userId }: { userId: string }) {
  const lists = useLists(userId);
  return (
    <Section title="Lists" noun="lists" query={lists}>
      {explained => (
        <>
          {explained.lists.length === 0 ? (
            <Nothing>The user has and had no ZIP codes, so there is no list.</Nothing>
          ) : (
            <ListRows label="Lists" {...explained} />
          )}
          <OtherZip userId={userId} />
        </>
      )}
    </Section>
  );
}

const ListRows = ({ label, lists, lastDeliveryAt }: Explained & { label: string }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {lists.map(list => (
      <li key={list.zipCode} className="grid gap-2 px-5 py-4 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold tabular-nums">{list.zipCode}</span>
          <Badge tone={list.isOpen ? 'positive' : 'danger'}>{list.isOpen ? 'Open' : 'Closed'}</Badge>
          <span>{listText(list)}</span>
        </p>
        {list.reasons.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5">
            {list.reasons.map(reason => (
              <li key={'cause' in reason ? reason.cause : reason.kind}>
                {reasonText(reason, lastDeliveryAt)}
                <Causes reason={reason} zipCode={list.zipCode} />
              </li>
            ))}
          </ul>
        )}
        <p className="text-muted">
          {list.lastDeliveryAt === null
            ? 'No closing is stored.'
            : `Last delivered ${formatInstant(list.lastDeliveryAt)}.`}{' '}
          {list.readyAt !== null && `List made ready ${formatInstant(list.readyAt)}.`}
        </p>
      </li>
    ))}
  </ul>
);

type Cause = { field: string; expected: string };

/** The open rejected rows of a ZIP that a reason counts, all or those of a cause. */
const rejectedLink = (zipCode: string, cause?: Cause) =>
  `/admin/operations?${new URLSearchParams({
    tab: 'leads-in',
    rejectedZip: zipCode,
    rejectedDays: '7',
    ...(cause && { rejectedField: cause.field, rejectedCause: cause.expected }),
  })}#rejected-rows`;

function Causes({ reason, zipCode }: { reason: ListReason; zipCode: string }) {
  if (reason.kind !== 'rejected') return null;
  const others = reason.rows - reason.causes.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <ul className="mt-1 grid gap-1 text-muted">
      {reason.causes.map(({ field, expected, rows }) => (
        <li key={`${field} ${expected}`} className="wrap-anywhere">
          {rows.toLocaleString('en-US')} × {field && <code>{field}</code>} {expected}{' '}
          <TextLink
            to={rejectedLink(zipCode, { field, expected })}
            aria-label={`Rows of ${zipCode}: ${field} ${expected}`}
          >
            Rows
          </TextLink>
        </li>
      ))}
      {others > 0 && (
        <li>
          {others.toLocaleString('en-US')} × other causes.{' '}
          <TextLink to={rejectedLink(zipCode)}>All rejected rows of {zipCode}</TextLink>
        </li>
      )}
    </ul>
  );
}

function OtherZip({ userId }: { userId: string }) {
  const [text, setText] = useState('');
  const zip = useDebounced(text.trim(), DEBOUNCE_MS);
  const explained = useLists(userId, zip);
  const inCatalog = useCatalogZip(zip);
  const isIncomplete = zip !== '' && !isZip(zip);
  return (
    <div className="border-t border-line">
      <Field
        label="Explain another ZIP code"
        className="w-56 px-5 py-4"
        error={isIncomplete ? 'Enter the five digits of a ZIP code' : undefined}
      >
        {control => (
          <TextInput
            {...control}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      {inCatalog.data === null && <Nothing>{zip} is not in the catalog: no user can order it.</Nothing>}
      {inCatalog.data && <ZipHolders zip={inCatalog.data} />}
      {isZip(zip) && (
        <Loaded
          query={explained}
          loading="Loading the list"
          failed="The list could not be loaded"
          spinnerClassName="py-6"
        >
          {found => <ListRows label={`List of ${zip}`} {...found} />}
        </Loaded>
      )}
    </div>
  );
}
