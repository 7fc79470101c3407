import type { User } from '@closingwire/contracts/user';
import { useId } from 'react';
import { Switch } from '../../ui/switch.tsx';
import { useUpdatePreferences } from './queries.ts';

export function NotificationSwitch({ user }: { user: User }) {
  const update = useUpdatePreferences();
  const id = useId();
  const wanted = update.isPending ? update.variables.emailNotifications : user.emailNotifications;
  return (
    <div className="flex items-center justify-between gap-6">
      <label htmlFor={id} className="grid gap-0.5">
        <span className="font-medium">Email notifications</span>
        <span className="text-sm text-muted">
          New lists and news about your trial. Security and billing mails always come.
        </span>
      </label>
      <Switch
        id={id}
        checked={wanted}
        disabled={update.isPending}
        onCheckedChange={emailNotifications => update.mutate({ emailNotifications })}
      />
    </div>
  );
}
