import { useQuery } from '@tanstack/react-query';
import { linkStyle } from '../../../ui/text-link.tsx';
import { userIdCopy } from '../copy.ts';
import { CopyField } from '../copy-field.tsx';
import { KeyList } from './key-list.tsx';
import { apiAccessQuery } from './queries.ts';

/** Two credentials: API keys, which can be revoked, and, if the site permits it, the user ID, which never changes. */
export function ApiAccess({ userId }: { userId: string }) {
  const { data, isError } = useQuery(apiAccessQuery);
  const copy =
    userIdCopy[data ? (data.acceptsUserId ? 'accepted' : 'refused') : isError ? 'unknown' : 'asking'];
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <CopyField label={copy.label} value={userId} copied={copy.copied} hint={copy.hint} />
        <p className="text-sm text-muted">
          {copy.send} as a bearer token to{' '}
          <code className="wrap-anywhere text-ink">GET /api/v1/agents-properties</code>. Filters: dateFrom,
          dateTo, city, state, zip, minPrice, maxPrice.{' '}
          <a href="/api/docs" className={linkStyle}>
            Read the API reference
          </a>
        </p>
      </div>
      <KeyList withoutKeys={copy.withoutKeys} />
    </div>
  );
}
