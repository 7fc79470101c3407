import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error.ts';
import { codeOf } from '../../../product/auth-reply.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { deletionCopy } from '../copy.ts';
import { SettingRow } from '../section.tsx';
import { useDeleteAccount, useExportAccount } from './queries.ts';

export function YourData() {
  const [isDeleting, setDeleting] = useState(false);
  const download = useExportAccount();
  return (
    <>
      <ul className="divide-y divide-line">
        <li className="pb-5">
          <SettingRow
            icon={<Download aria-hidden />}
            title="Take it with you"
            actions={
              <Button disabled={download.isPending} onClick={() => download.mutate()}>
                {download.isPending ? 'Collecting...' : 'Download my data'}
              </Button>
            }
          >
            Everything we keep about you, from profile to mails, as one JSON file.
          </SettingRow>
        </li>
        <li className="pt-5">
          <SettingRow
            icon={<Trash2 aria-hidden />}
            title="Leave for good"
            actions={
              <Button tone="danger" onClick={() => setDeleting(true)}>
                Delete account
              </Button>
            }
          >
            Ends your subscriptions and removes your data. It cannot be undone.
          </SettingRow>
        </li>
      </ul>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}

const isWrongPassword = (error: unknown) => codeOf(error) === 'invalid_credentials';

/** Lists the consequences and asks for the password: an open screen is not enough. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { password: '' } });
  const password = useWatch({ control: form.control, name: 'password' });
  const deletion = useDeleteAccount();
  const isWrong = isWrongPassword(deletion.error);
  const failure = deletion.isError ? messageOf(deletion.error, deletionCopy.fallback) : undefined;
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={form.handleSubmit(
        values =>
          values.password &&
          deletion.mutate(values, { onError: error => isWrongPassword(error) && form.setFocus('password') }),
      )}
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
      {failure && !isWrong && <NoticeBox tone="danger">{failure}</NoticeBox>}
      <FormField form={form} name="password" label="Your password" error={isWrong ? failure : undefined}>
        {control => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
    </FormDialog>
  );
}
