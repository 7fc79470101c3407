import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { lateResolver } from '../../lib/late-resolver.ts';
import { codeOf } from '../../product/auth-reply.ts';
import { mailedLinkQuery } from '../../product/mailed-link.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Form, FormField, useLateForm } from '../../ui/form.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { heads, resetCopy } from './copy.ts';
import { useUpdatePassword } from './queries.ts';
import { isOurSecret, recoveryToken } from './recovery-token.ts';

type NewPassword = { password: string; confirmation: string };

const check = lateResolver<NewPassword>(async () => (await import('./schemas.ts')).newPassword);

const isRefusedToken = (error: unknown) =>
  codeOf(error) === 'otp_expired' || (error instanceof ApiError && error.status === 401);

export default function ResetPasswordPage() {
  const { hash } = useLocation();
  // Another link in the same tab starts again.
  return <ResetPassword key={hash} token={recoveryToken(hash, new Date())} />;
}

function ResetPassword({ token }: { token: string | null }) {
  const update = useUpdatePassword(token);
  const link = useQuery({ ...mailedLinkQuery(token ?? ''), enabled: token !== null && isOurSecret(token) });
  const isOther = link.data !== undefined && (link.data.state !== 'valid' || link.data.kind !== 'recovery');
  const isInvalid = !token || isOther || isRefusedToken(update.error);
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
          {isInvalid && (
            <NoticeBox tone="danger" className="mb-6">
              {resetCopy.invalidToken} <TextLink to="/forgot-password">Request a new link</TextLink>
            </NoticeBox>
          )}
          <NewPasswordForm
            isDisabled={isInvalid || link.isLoading}
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
  const form = useLateForm(check, { defaultValues: { password: '', confirmation: '' } });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <Form
      form={form}
      className="grid gap-5"
      onSubmit={form.handleSubmit(values => onSubmit(values.password))}
    >
      <NewPasswordField
        label="New password"
        value={password}
        error={form.formState.errors.password?.message}
        input={form.register('password')}
      />
      <FormField form={form} name="confirmation" label="Confirm new password">
        {control => <PasswordInput {...control} autoComplete="new-password" />}
      </FormField>
      <SubmitButton
        isPending={isPending}
        pendingLabel="Updating password..."
        disabled={isDisabled}
        className="w-full"
      >
        Update password
      </SubmitButton>
    </Form>
  );
}
