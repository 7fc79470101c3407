import type { User } from '@closingwire/contracts/screen-api';
import { LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SettingRow } from '../section.tsx';
import { Authenticators } from './authenticators.tsx';

const ChangePasswordDialog = lazy(() => import('./change-password-dialog.tsx'));

export function Security({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <div className="grid gap-6">
      <SettingRow
        icon={<LockKeyhole aria-hidden />}
        title="Password"
        actions={<Button onClick={() => setChanging(true)}>Change password</Button>}
      >
        A new one signs out every other device.
      </SettingRow>
      <Authenticators />
      <Suspense fallback={null}>
        {isChanging && <ChangePasswordDialog user={user} onClose={() => setChanging(false)} />}
      </Suspense>
    </div>
  );
}
