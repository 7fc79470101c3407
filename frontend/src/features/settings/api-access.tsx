import { Copy } from 'lucide-react';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { copyKeyCopy } from './copy.ts';

export function ApiAccess({ userId }: { userId: string }) {
  const copyKey = async () => {
    try {
      await navigator.clipboard.writeText(userId);
      notify({ ...copyKeyCopy.succeeded, tone: 'positive' });
    } catch {
      notify({ ...copyKeyCopy.failed, tone: 'danger' });
    }
  };
  return (
    <div className="grid gap-5">
      <div className="flex items-end gap-3">
        <Field label="API key" className="min-w-0 flex-1">
          {control => (
            <TextInput
              {...control}
              readOnly
              value={userId}
              className="font-mono"
              onFocus={event => event.target.select()}
            />
          )}
        </Field>
        <Button onClick={copyKey}>
          <Copy aria-hidden /> Copy
        </Button>
      </div>
      <div className="grid gap-2 text-sm text-muted">
        <p>
          Send it as a bearer token to <code className="text-ink">GET /api/v1/agents-properties</code>.
          Filters: dateFrom, dateTo, city, state, zip, minPrice, maxPrice.
        </p>
        <p>
          <a
            href="/api/docs"
            className="font-medium text-ink underline decoration-accent decoration-2 underline-offset-4 hover:decoration-ink"
          >
            Read the API reference
          </a>
        </p>
      </div>
    </div>
  );
}
