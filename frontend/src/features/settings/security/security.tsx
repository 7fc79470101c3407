import type { User } from '@closingwire/contracts/screen-api';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SettingRow } from '../section.tsx';
import { Authenticators } from './authenticators.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

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
      {isChanging && <ChangePasswordDialog user={user} onClose={() => setChanging(false)} />}
    </div>
  );
}
