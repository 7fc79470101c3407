import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { isUnauthorized } from '../../lib/api-error.ts';
import { lateResolver } from '../../lib/late-resolver.ts';
import { codeOf } from '../../product/auth-reply.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Form, FormField, useLateForm } from '../../ui/form.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { FullPageSpinner } from '../../ui/spinner.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { failedLinkTexts, heads, linkNotices, signInCopy } from './copy.ts';
import { type Credentials, challengeQuery, useResendConfirmation, useSignIn } from './queries.ts';

const PATH = '/auth';
const check = lateResolver<Credentials>(async () => (await import('@closingwire/contracts/user')).signIn);
const ChallengeStep = lazy(() => import('./challenge-step.tsx'));

/** Visitors also get this page at unknown addresses. */
export default function SignInPage() {
  const { pathname } = useLocation();
  const challenge = useQuery(challengeQuery).data;
  return (
    <>
      <PageHead {...heads.signIn} isListed={pathname === PATH} />
      {challenge ? (
        <Suspense fallback={<FullPageSpinner />}>
          <ChallengeStep factors={challenge} />
        </Suspense>
      ) : (
        <PasswordStep isUnknownPath={pathname !== PATH} />
      )}
    </>
  );
}

function PasswordStep({ isUnknownPath }: { isUnknownPath: boolean }) {
  return (
    <AuthFrame
      title="Sign in"
      lead={
        <>
          New here? <TextLink to="/register">Create an account</TextLink>
        </>
      }
    >
      {isUnknownPath ? (
        <NoticeBox tone="caution" title={signInCopy.notFound.title} className="mb-6">
          {signInCopy.notFound.text}
        </NoticeBox>
      ) : (
        <LinkOutcome />
      )}
      <SignInForm />
    </AuthFrame>
  );
}

/** The outcome of an emailed link. Only known words have a text: a URL cannot put text on the page. */
function LinkOutcome() {
  const [search] = useSearchParams();
  const text = failedLinkTexts.get(search.get('error') ?? '');
  const notice = linkNotices.get(search.get('notice') ?? '');
  if (notice) {
    return (
      <NoticeBox title={notice.title} className="mb-6">
        {notice.text}
      </NoticeBox>
    );
  }
  return (
    text && (
      <NoticeBox tone="danger" className="mb-6">
        {text}
      </NoticeBox>
    )
  );
}

/**
 * Codes after which the page offers the activation link again. It treats both alike: a difference would reveal who has
 * an account.
 */
const mayBeUnconfirmed = new Set(['invalid_credentials', 'email_not_confirmed']);

const areRefused = (error: unknown) =>
  codeOf(error) === 'invalid_credentials' || (isUnauthorized(error) && codeOf(error) === undefined);

function SignInForm() {
  const signInCall = useSignIn();
  const form = useLateForm(check);
  return (
    <Form
      form={form}
      className="grid gap-5"
      onSubmit={form.handleSubmit(values =>
        signInCall.mutate(values, { onError: error => areRefused(error) && form.setFocus('password') }),
      )}
    >
      <FormField form={form} name="email" label="Email" refusal="Please enter your email">
        {control => <TextInput {...control} type="email" autoComplete="username" />}
      </FormField>
      <FormField
        form={form}
        name="password"
        label="Password"
        refusal="Please enter your password"
        error={areRefused(signInCall.error) ? signInCopy.mismatch : undefined}
        aside={
          <TextLink to="/forgot-password" className="text-sm">
            Forgot password?
          </TextLink>
        }
      >
        {control => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      {/* Rendered before its text, so that screen readers announce the text. */}
      <div role="status" className="empty:sr-only">
        {mayBeUnconfirmed.has(String(codeOf(signInCall.error))) && signInCall.variables && (
          <Unconfirmed email={signInCall.variables.email} />
        )}
      </div>
      <SubmitButton isPending={signInCall.isPending} pendingLabel="Signing in..." className="mt-1 w-full">
        Sign In
      </SubmitButton>
    </Form>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const again = useResendConfirmation();
  return (
    <NoticeBox
      title={signInCopy.unconfirmed.title}
      actions={
        <Button size="sm" onClick={() => again.mutate(email)} disabled={again.isPending}>
          {again.isPending ? 'Sending...' : 'Send it again'}
        </Button>
      }
    >
      {signInCopy.unconfirmed.text}
    </NoticeBox>
  );
}
