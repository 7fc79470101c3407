import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { deletionCopy } from '../copy.ts';
import { useDeleteAccount } from './queries.ts';

/** Says what ends, and wants the password: somebody at an open screen is not enough. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const deletion = useDeleteAccount();
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={() => password && deletion.mutate({ password })}
      action={deletion.isPending ? 'Deleting...' : 'Delete account'}
      isDisabled={deletion.isPending || password === ''}
      tone="danger"
      cancel="Keep my account"
      title="Delete your account?"
      description="It happens at once and cannot be undone."
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-sm marker:text-danger">
        <li>Your subscriptions end and nothing is charged again.</li>
        <li>Your ZIP codes become free for others of your industry.</li>
        <li>Your keys stop working and every device is signed out.</li>
        <li>Your profile and your lists are removed. Download your data first if you need it.</li>
      </ul>
      {deletion.isError && (
        <NoticeBox tone="danger">{messageOf(deletion.error, deletionCopy.fallback)}</NoticeBox>
      )}
      <Field label="Your password">
        {control => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
