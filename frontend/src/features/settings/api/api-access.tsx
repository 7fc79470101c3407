import { linkStyle } from '../../../ui/text-link.tsx';
import { CopyField } from '../copy-field.tsx';
import { KeyList } from './key-list.tsx';

/** Two ways to prove who asks: the user ID, which never changes, and keys that can be taken back. */
export function ApiAccess({ userId }: { userId: string }) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <CopyField
          label="API key"
          value={userId}
          copied="Your API key is in the clipboard."
          hint="Your user ID. It opens the API as it is and cannot be changed, so treat it as a secret. Better for programs: a key below, which you can replace and take back."
        />
        <p className="text-sm text-muted">
          Send it, or one of the keys below, as a bearer token to{' '}
          <code className="wrap-anywhere text-ink">GET /api/v1/agents-properties</code>. Filters: dateFrom,
          dateTo, city, state, zip, minPrice, maxPrice.{' '}
          <a href="/api/docs" className={linkStyle}>
            Read the API reference
          </a>
        </p>
      </div>
      <KeyList />
    </div>
  );
}
