import { lateResolver } from '../../lib/late-resolver.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Form, FormField, useLateForm } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { heads } from './copy.ts';
import { useRequestReset } from './queries.ts';

const check = lateResolver<{ email: string }>(async () => (await import('./schemas.ts')).resetRequest);

export default function ForgotPasswordPage() {
  const request = useRequestReset();
  return (
    <>
      <PageHead {...heads.forgot} />
      {request.isSuccess ? (
        <Sent email={request.variables.email} onAgain={request.reset} />
      ) : (
        <AuthFrame
          title="Forgot your password?"
          lead="Enter your email and we will send you a link to choose a new one."
        >
          <RequestForm isPending={request.isPending} onSubmit={request.mutate} />
        </AuthFrame>
      )}
    </>
  );
}

type RequestFormProps = { isPending: boolean; onSubmit: (values: { email: string }) => void };

function RequestForm({ isPending, onSubmit }: RequestFormProps) {
  const form = useLateForm(check, { defaultValues: { email: '' } });
  return (
    <Form form={form} className="grid gap-5" onSubmit={form.handleSubmit(values => onSubmit(values))}>
      <FormField
        form={form}
        name="email"
        label="Email"
        refusal="Please enter an email such as name@example.com"
      >
        {control => <TextInput {...control} type="email" autoComplete="email" />}
      </FormField>
      <SubmitButton isPending={isPending} pendingLabel="Sending reset email..." className="w-full">
        Send reset email
      </SubmitButton>
      <TextLink to="/auth" className="justify-self-center text-sm">
        Back to sign in
      </TextLink>
    </Form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthFrame isOutcome title="Check your email">
      <div className="grid gap-4">
        <p>
          Instructions to choose a new password were sent to{' '}
          <strong className="break-all font-semibold">{email}</strong>.
        </p>
        <p className="text-sm text-muted">
          Nothing there? Check your spam folder. The link expires in 1 hour.
        </p>
        <div className="mt-2 grid gap-3">
          <Button onClick={onAgain} size="lg">
            Try a different email
          </Button>
          <ButtonLink to="/auth" tone="accent" size="lg">
            Back to sign in
          </ButtonLink>
        </div>
      </div>
    </AuthFrame>
  );
}
