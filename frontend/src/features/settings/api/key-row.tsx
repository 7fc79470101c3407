import type { ApiKey } from '@closingwire/contracts/auth';
import { KeyRound } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SettingRow } from '../section.tsx';

const RevokeKeyDialog = lazy(() => import('./revoke-key-dialog.tsx'));
const RollKeyDialog = lazy(() => import('./roll-key-dialog.tsx'));

type KeyRowProps = { apiKey: ApiKey; returnFocus: RefObject<HTMLElement | null> };

export function KeyRow({ apiKey, returnFocus }: KeyRowProps) {
  const [dialog, setDialog] = useState<'roll' | 'revoke' | null>(null);
  const close = () => setDialog(null);
  const { name, prefix, createdAt, lastUsedAt, expiresAt } = apiKey;
  return (
    <>
      <SettingRow
        icon={<KeyRound aria-hidden />}
        title={
          <>
            {name}
            <code className="rounded-md bg-sunken px-1.5 py-0.5 text-xs font-normal text-muted">
              {prefix}…
            </code>
          </>
        }
        actions={
          <>
            {!expiresAt && (
              <Button size="sm" aria-label={`Roll ${name}`} onClick={() => setDialog('roll')}>
                Roll
              </Button>
            )}
            <Button size="sm" tone="danger" aria-label={`Revoke ${name}`} onClick={() => setDialog('revoke')}>
              Revoke
            </Button>
          </>
        }
      >
        Created <Ago instant={createdAt} /> ·{' '}
        {lastUsedAt ? (
          <>
            last used <Ago instant={lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
        {expiresAt && (
          <span className="mt-1.5 block">
            <Badge tone="caution" className="max-sm:whitespace-normal">
              Rolled: works until {formatInstant(expiresAt)}
            </Badge>
          </span>
        )}
      </SettingRow>
      <Suspense fallback={null}>
        {dialog === 'roll' && <RollKeyDialog apiKey={apiKey} onClose={close} returnFocus={returnFocus} />}
        {dialog === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={close} returnFocus={returnFocus} />}
      </Suspense>
    </>
  );
}
