import { useId, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { deletionCopy } from '../copy.ts';
import { useDeleteAccount } from './queries.ts';

/** Says what ends, and wants the password: somebody at an open screen is not enough. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const deletion = useDeleteAccount();
  const form = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete your account?"
      description="It happens at once and cannot be undone."
      footer={
        <>
          <Button onClick={onClose}>Keep my account</Button>
          <Button type="submit" form={form} tone="danger" disabled={deletion.isPending || password === ''}>
            {deletion.isPending ? 'Deleting...' : 'Delete account'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={event => {
          event.preventDefault();
          if (password) deletion.mutate({ password });
        }}
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
      </form>
    </Dialog>
  );
}
