import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { codeOf } from '../../lib/auth-answer.ts';
import { lateResolver } from '../../lib/late-resolver.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { heads, resetCopy } from './copy.ts';
import { useUpdatePassword } from './queries.ts';
import { recoveryToken } from './recovery-token.ts';

type NewPassword = { password: string; confirmation: string };

const check = lateResolver<NewPassword>(async () => (await import('./resolvers.ts')).newPassword);

const isRefusedToken = (error: unknown) => codeOf(error) === 'otp_expired';

export default function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = recoveryToken(hash);
  const update = useUpdatePassword(token);
  return (
    <>
      <PageHead {...heads.reset} />
      {update.isSuccess ? (
        <AuthFrame isOutcome title="Password updated successfully">
          <ButtonLink to="/auth" tone="accent" size="lg" className="w-full">
            Sign in with new password
          </ButtonLink>
        </AuthFrame>
      ) : (
        <AuthFrame title="Choose a new password">
          {(!token || isRefusedToken(update.error)) && (
            <NoticeBox tone="danger" className="mb-6">
              {resetCopy.invalidToken} <TextLink to="/forgot-password">Request a new link</TextLink>
            </NoticeBox>
          )}
          <NewPasswordForm
            isDisabled={!token}
            isPending={update.isPending}
            onSubmit={password => update.mutate({ password })}
          />
        </AuthFrame>
      )}
    </>
  );
}

type NewPasswordFormProps = { isDisabled: boolean; isPending: boolean; onSubmit: (password: string) => void };

function NewPasswordForm({ isDisabled, isPending, onSubmit }: NewPasswordFormProps) {
  const {
    register,
    handleSubmit,
    formState,
    control: form,
  } = useForm({
    resolver: check.resolver,
    defaultValues: { password: '', confirmation: '' },
  });
  const password = useWatch({ control: form, name: 'password' });
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onFocus={check.load}
      onSubmit={handleSubmit(values => onSubmit(values.password))}
    >
      <NewPasswordField
        label="New password"
        value={password}
        error={formState.errors.password?.message}
        input={register('password')}
      />
      <Field label="Confirm new password" error={formState.errors.confirmation?.message}>
        {control => <PasswordInput {...control} autoComplete="new-password" {...register('confirmation')} />}
      </Field>
      <SubmitButton
        isPending={isPending}
        pendingLabel="Updating password..."
        disabled={isDisabled}
        className="w-full"
      >
        Update password
      </SubmitButton>
    </form>
  );
}
