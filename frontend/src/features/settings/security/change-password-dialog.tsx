import type { User } from '@closingwire/contracts/screen-api';
import { useWatch } from 'react-hook-form';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { codeOf } from '../../../product/auth-reply.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormField, useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NewPasswordField } from '../../../ui/new-password-field.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { passwordCopy } from '../copy.ts';
import { useChangePassword, useMailCode } from './queries.ts';

type Change = { password: string; confirmation: string; current: string; nonce: string };

const check = lateResolver<Change>(async () => (await import('../schemas.ts')).passwordChange);

function failureText(error: unknown): string {
  // The protocol has one error for a missing and a wrong current password.
  if (codeOf(error) === 'current_password_invalid') return passwordCopy.wrongCurrent;
  return error instanceof ApiError ? messageOf(error, passwordCopy.failed.fallback) : passwordCopy.network;
}

const isAboutCurrent = (code: unknown) =>
  code === 'current_password_required' || code === 'current_password_invalid';
const wantsNonce = (code: unknown) =>
  code === 'reauthentication_needed' || code === 'reauthentication_not_valid';

/** Changes the password. If the site also requires an emailed code, its field appears. */
export default function ChangePasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const update = useChangePassword();
  const mailCode = useMailCode();
  const form = useLateForm(check, {
    defaultValues: { password: '', confirmation: '', current: '', nonce: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const code = codeOf(update.error);
  const submit = form.handleSubmit(values =>
    update.mutate(
      {
        password: values.password,
        ...(values.current && { current_password: values.current }),
        ...(values.nonce && { nonce: values.nonce }),
      },
      {
        onSuccess: onClose,
        onError: error => {
          if (isAboutCurrent(codeOf(error))) form.setFocus('current');
          if (codeOf(error) === 'reauthentication_not_valid') form.setFocus('nonce');
          if (codeOf(error) === 'reauthentication_needed') mailCode.mutate();
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      form={form}
      action={update.isPending ? 'Updating password...' : 'Update password'}
      isDisabled={update.isPending}
      title="Change password"
      description="Every other device is signed out."
    >
      {update.isError && !wantsNonce(code) && !isAboutCurrent(code) && (
        <NoticeBox tone="danger">{failureText(update.error)}</NoticeBox>
      )}
      <FormField
        form={form}
        name="current"
        label="Current password"
        hint="Leave it empty only if you have just signed in by a mailed link."
        error={isAboutCurrent(code) ? failureText(update.error) : undefined}
      >
        {field => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      {wantsNonce(code) && (
        <FormField
          form={form}
          name="nonce"
          label="Code from our mail"
          hint={`We sent it to ${user.email}, to be sure that it is you.`}
          error={code === 'reauthentication_not_valid' ? failureText(update.error) : undefined}
        >
          {field => <TextInput {...field} autoComplete="one-time-code" inputMode="numeric" />}
        </FormField>
      )}
      <NewPasswordField
        label="New password"
        value={password}
        about={[user.firstName, user.lastName, user.companyName, user.email]}
        error={form.formState.errors.password?.message}
        input={form.register('password')}
      />
      <FormField form={form} name="confirmation" label="Confirm new password">
        {field => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
    </FormDialog>
  );
}
