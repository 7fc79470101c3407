import { lateResolver } from '../../lib/late-resolver.ts';
import { TextInput } from '../../ui/field.tsx';
import { Form, FormField, useLateForm } from '../../ui/form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { OptOutRequest } from './queries.ts';

const check = lateResolver<OptOutRequest>(
  async () => (await import('@closingwire/contracts/opt-out')).optOutRequest,
);
const phoneError = 'Please enter a phone number such as (206) 555-0142';
const licenseError = 'Please enter a license number such as CA 0001';

/** Empty fields are not sent. */
const orUndefined = (text: string) => text.trim() || undefined;

type OptOutFormProps = { isPending: boolean; onSubmit: (request: OptOutRequest) => void };

export function OptOutForm({ isPending, onSubmit }: OptOutFormProps) {
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
