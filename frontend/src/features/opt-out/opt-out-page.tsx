import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { lateResolver } from '../../lib/late-resolver.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Form, FormField, useLateForm } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { head } from './copy.ts';
import { type OptOutRequest, useOptOut } from './queries.ts';

/** Agents request their removal from all lists here, without an account. */
export default function OptOutPage() {
  const optOut = useOptOut();
  return (
    <>
      <PageHead {...head} />
      <div className="mx-auto max-w-2xl px-4 py-14 sm:px-6">
        <h1 className="text-4xl font-bold tracking-tight">Opt out of our lists</h1>
        <p className="mt-3 text-lg text-pretty text-muted">
          You are a real estate agent and do not want your contact details in the lists that our subscribers
          get? Say who you are, and we mail you a link. Open it and press its button, and we leave you out: of
          today's lists, and of every later one.
        </p>
        <Card className="mt-10 p-6 sm:p-8">
          {optOut.isSuccess ? (
            <RequestReceived email={optOut.variables.email} onAnother={optOut.reset} />
          ) : (
            <OptOutForm isPending={optOut.isPending} onSubmit={optOut.mutate} />
          )}
        </Card>
        <p className="mt-6 text-sm text-pretty text-muted">
          What we collect, and from where, is in the <TextLink to="/privacy-policy">Privacy Policy</TextLink>.
          Emails from us that you no longer want have an unsubscribe link of their own at the end.
        </p>
      </div>
    </>
  );
}

type RequestReceivedProps = { email: string; onAnother: () => void };

/** Replaces the form and takes its focus. */
export function RequestReceived({ email, onAnother }: RequestReceivedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-3">
      <CircleCheck aria-hidden className="size-8 text-positive" />
      <h2
        ref={heading}
        tabIndex={-1}
        className="text-xl font-semibold outline-none focus-visible:shadow-none"
      >
        Look at your inbox
      </h2>
      <p className="text-pretty">
        We have mailed a link to <strong className="break-all font-semibold">{email}</strong>. Nothing changes
        until you open it and press its button; it works for 7 days.
      </p>
      <p className="text-pretty text-muted">
        If you asked before in the last minutes, use the link in that email: we mail no second one so soon,
        and at most three a day.
      </p>
      <Button className="mt-2" onClick={onAnother}>
        Send another request
      </Button>
    </div>
  );
}

const check = lateResolver<OptOutRequest>(
  async () => (await import('@closingwire/contracts/opt-out')).optOutRequest,
);
const phoneError = 'Please enter a phone number such as (206) 555-0142';
const licenseError = 'Please enter a license number such as CA 0001';

/** Empty fields are not sent. */
const orUndefined = (text: string) => text.trim() || undefined;

type OptOutFormProps = { isPending: boolean; onSubmit: (request: OptOutRequest) => void };

function OptOutForm({ isPending, onSubmit }: OptOutFormProps) {
  const form = useLateForm(check);
  return (
    <Form form={form} className="grid gap-5" onSubmit={form.handleSubmit(request => onSubmit(request))}>
      <FormField
        form={form}
        name="email"
        label="Email Address"
        hint="The one that stands in public records or on your listings. We mail a link to it."
        refusal="Please enter an email such as name@example.com"
      >
        {control => <TextInput {...control} type="email" autoComplete="email" />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          form={form}
          name="phone"
          rules={{ setValueAs: orUndefined }}
          label="Phone (optional)"
          refusal={phoneError}
        >
          {control => <TextInput {...control} type="tel" autoComplete="tel" />}
        </FormField>
        <FormField
          form={form}
          name="licenseNumber"
          rules={{ setValueAs: orUndefined }}
          label="License number (optional)"
          refusal={licenseError}
        >
          {control => <TextInput {...control} />}
        </FormField>
      </div>
      <p className="text-sm text-pretty text-muted">
        The phone and license number help us to find closings that came without your email address. If other
        agents may have the same ones, we look at them first and mail you what we decided.
      </p>
      <SubmitButton isPending={isPending} pendingLabel="Sending...">
        Send request
      </SubmitButton>
    </Form>
  );
}
