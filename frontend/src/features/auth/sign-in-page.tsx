import { signIn } from '@closingwire/contracts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { heads, signInCopy } from './copy.ts';
import { type Credentials, useSignIn } from './queries.ts';

const PATH = '/auth';

/** The sign-in page; also what a visitor gets at an address that does not exist. */
export default function SignInPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead {...heads.signIn} isPublic={pathname === PATH} />
      <AuthFrame
        title="Sign in"
        lead={
          <>
            New here? <TextLink to="/register">Create an account</TextLink>
          </>
        }
      >
        {pathname !== PATH && (
          <NoticeBox tone="caution" title={signInCopy.notFound.title} className="mb-6">
            {signInCopy.notFound.text}
          </NoticeBox>
        )}
        <SignInForm />
      </AuthFrame>
    </>
  );
}

function SignInForm() {
  const signInCall = useSignIn();
  const { register, handleSubmit, formState } = useForm<Credentials>({
    resolver: zodResolver(signIn),
    defaultValues: { email: '', password: '' },
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(values => signInCall.mutate(values))}>
      <Field label="Email" error={formState.errors.email && 'Please enter your email'}>
        {control => <TextInput {...control} type="email" autoComplete="username" {...register('email')} />}
      </Field>
      <Field
        label="Password"
        error={formState.errors.password && 'Please enter your password'}
        aside={
          <TextLink to="/forgot-password" className="text-sm">
            Forgot password?
          </TextLink>
        }
      >
        {control => <PasswordInput {...control} autoComplete="current-password" {...register('password')} />}
      </Field>
      <Button type="submit" tone="accent" size="lg" disabled={signInCall.isPending} className="mt-1 w-full">
        {signInCall.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
