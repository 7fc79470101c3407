import { useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error.ts';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { deletionCopy } from '../copy.ts';
import { useDeleteAccount } from './queries.ts';

/** Lists the consequences and asks for the password: an open screen is not enough. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { password: '' } });
  const password = useWatch({ control: form.control, name: 'password' });
  const deletion = useDeleteAccount();
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={form.handleSubmit(values => values.password && deletion.mutate(values))}
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
      <FormField form={form} name="password" label="Your password">
        {control => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
    </FormDialog>
  );
}
