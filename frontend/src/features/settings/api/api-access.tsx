import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { userIdCopy } from '../copy.ts';
import { FailedRows, LoadingRows } from '../row-states.tsx';
import { KeyRow } from './key-row.tsx';
import { apiAccessQuery, keysQuery } from './queries.ts';

const CreateKeyDialog = lazy(() => import('./create-key-dialog.tsx'));

/** Two credentials: API keys first, which can be revoked; then, if the site permits it, the user ID, which never changes. */
export function ApiAccess({ userId }: { userId: string }) {
  const { data, isError } = useQuery(apiAccessQuery);
  const copy =
    userIdCopy[data ? (data.acceptsUserId ? 'accepted' : 'refused') : isError ? 'unknown' : 'asking'];
  return (
    <div className="grid gap-6">
      <KeyList withoutKeys={copy.withoutKeys} />
      <div className="grid gap-3 border-t border-line pt-6">
        <CopyField label={copy.label} value={userId} copied={copy.copied} hint={copy.hint} />
        <p className="text-sm text-muted">
          {copy.send} as a bearer token to{' '}
          <code className="wrap-anywhere text-ink">GET /api/v1/agents-properties</code>.{' '}
          <a href="/api/docs" className={linkStyle}>
            Read the API reference
          </a>
        </p>
      </div>
    </div>
  );
}

function KeyList({ withoutKeys }: { withoutKeys: string }) {
  const keys = useQuery(keysQuery);
  const [isCreating, setCreating] = useState(false);
  const create = useRef<HTMLButtonElement>(null);
  const title = useId();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id={title} className="font-semibold">
            Secret keys
          </h3>
          <p className="text-sm text-muted">One for each tool: you can roll or revoke it alone.</p>
        </div>
        <Button ref={create} onClick={() => setCreating(true)}>
          <Plus aria-hidden /> Create key
        </Button>
      </div>
      {keys.isPending && <LoadingRows label="Loading your keys" />}
      {keys.isError && <FailedRows title="Your keys could not be loaded" query={keys} />}
      {keys.data?.apiKeys.length === 0 && (
        <p className="rounded-xl bg-sunken px-4 py-5 text-center text-sm text-muted">{withoutKeys}</p>
      )}
      {!!keys.data?.apiKeys.length && (
        <ul aria-labelledby={title} className="divide-y divide-line border-t border-line">
          {keys.data.apiKeys.map(key => (
            <li key={key.id} className="py-4 last:pb-0">
              <KeyRow apiKey={key} returnFocus={create} />
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} returnFocus={create} />}
      </Suspense>
    </div>
  );
}
