import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldCheck, Smartphone } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Ago } from '../../../ui/ago.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailedRows, LoadingRows } from '../row-states.tsx';
import { SettingRow } from '../section.tsx';
import { type Authenticator, authenticatorsQuery } from './queries.ts';

const EnrolDialog = lazy(() => import('./enrol-dialog.tsx'));
const RemoveAuthenticatorDialog = lazy(() => import('./remove-authenticator-dialog.tsx'));

export function Authenticators() {
  const list = useQuery(authenticatorsQuery);
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Authenticator | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const title = useId();
  const isOn = Boolean(list.data?.length);
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <SettingRow
        icon={<ShieldCheck aria-hidden />}
        title={
          <>
            <span id={title}>Two-factor authentication</span>
            {isOn && <Badge tone="positive">On</Badge>}
            {list.data?.length === 0 && <Badge>Off</Badge>}
          </>
        }
        actions={
          list.isSuccess && (
            <Button ref={add} onClick={() => setAdding(true)}>
              {isOn && <Plus aria-hidden />} {isOn ? 'Add another' : 'Set up'}
            </Button>
          )
        }
      >
        {isOn
          ? 'Signing in asks for a code of one of these apps.'
          : 'A code from an app on your phone, beside the password: a stolen password alone opens nothing.'}
      </SettingRow>
      {list.isPending && <LoadingRows label="Loading your authenticators" />}
      {list.isError && <FailedRows title="Your authenticators could not be loaded" query={list} />}
      {isOn && (
        <ul aria-labelledby={title} className="divide-y divide-line border-t border-line">
          {list.data?.map(authenticator => (
            <li key={authenticator.id} className="py-4 last:pb-0">
              <SettingRow
                icon={<Smartphone aria-hidden />}
                title={authenticator.name}
                actions={
                  <Button
                    size="sm"
                    tone="danger"
                    aria-label={`Remove ${authenticator.name}`}
                    onClick={() => setLeaving(authenticator)}
                  >
                    Remove
                  </Button>
                }
              >
                Added <Ago instant={authenticator.createdAt} />
              </SettingRow>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isAdding && (
          <EnrolDialog
            taken={list.data?.map(({ name }) => name) ?? []}
            onClose={() => setAdding(false)}
            returnFocus={add}
          />
        )}
        {leaving && (
          <RemoveAuthenticatorDialog
            authenticator={leaving}
            isLast={list.data?.length === 1}
            onClose={() => setLeaving(null)}
            returnFocus={add}
          />
        )}
      </Suspense>
    </div>
  );
}
