import type { FeedTest } from '@closingwire/contracts/sources';
import { messageOf } from '../../../lib/api-error.ts';
import { formatInstant } from '../../../lib/dates.ts';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { countedText } from '../counted.ts';
import { CardFacts } from '../row-list.tsx';
import { feedCopy } from './copy.ts';
import type { useTestFeed } from './queries.ts';

/** The result of the last test of a connection. */
export function TestResult({ test: { data, error } }: { test: ReturnType<typeof useTestFeed> }) {
  if (error) {
    return (
      <NoticeBox tone="danger" title={feedCopy.testFailed}>
        {messageOf(error, 'Please try again.')}
      </NoticeBox>
    );
  }
  if (!data) return null;
  const { isConnected, message, fault, found } = data;
  if (!isConnected) {
    return (
      <NoticeBox tone="danger" title="The connection does not work">
        <p className="whitespace-pre-line wrap-anywhere">{message}</p>
        {fault?.status && <p className="mt-1 text-muted">Status {fault.status}</p>}
      </NoticeBox>
    );
  }
  return (
    <div role="status">
      <NoticeBox tone="positive" title={message}>
        {found && <Found {...found} />}
      </NoticeBox>
    </div>
  );
}

/** Grouped by resource: a server may lack a hundred. */
function MissingFields({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return 'None of those that the product reads';
  const byResource = Map.groupBy(fields, field => field.split('.')[0] ?? '');
  return (
    <details>
      <summary className="cursor-pointer">{countedText(fields.length, 'field', 'fields')}</summary>
      <ul className="mt-1 grid gap-1">
        {[...byResource].map(([resource, names]) => (
          <li key={resource}>
            <span className="font-semibold">{resource}</span>{' '}
            {names.map(name => name.slice(resource.length + 1)).join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

const Found = (found: NonNullable<FeedTest['found']>) => (
  <CardFacts
    className="mt-1 wrap-anywhere"
    facts={{
      Resources: found.resources.join(', '),
      'Missing fields': <MissingFields fields={found.missingFields} />,
      'Withdrawn rows': found.saysWithdrawn
        ? 'The server marks them'
        : 'The daily comparison of all keys finds them',
      'Oldest closing': found.oldestModifiedAt && `Changed ${formatInstant(found.oldestModifiedAt)}`,
    }}
  />
);
