import { teamSizes } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/screen-api';
import { lateResolver } from '../../lib/late-resolver.ts';
import { type Company, CompanyFields } from '../../product/company-fields.tsx';
import { useDraft } from '../../product/drafts.ts';
import { Card } from '../../ui/card.tsx';
import { Form, useLateForm } from '../../ui/form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useSetCompany } from './queries.ts';

const check = lateResolver<Company>(async () => (await import('@closingwire/contracts/user')).company);

/** A claim belongs to an industry, so an order needs one. */
export default function CompanyForm({ user }: { user: User }) {
  const save = useSetCompany();
  const form = useLateForm(check, {
    defaultValues: {
      companyName: user.companyName,
      ...(teamSizes.some(size => size === user.teamSize) && {
        teamSize: user.teamSize as Company['teamSize'],
      }),
    },
  });
  const dropDraft = useDraft(form, { name: 'company', fields: ['industry', 'companyName', 'teamSize'] });
  return (
    <Card className="mt-8 p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Before your first order</h2>
      <p className="mt-1 text-sm text-pretty text-muted">
        Each ZIP code is open to one company per industry. Tell us yours; the industry cannot be changed later
        without support.
      </p>
      <Form
        form={form}
        aria-label="Your company"
        className="mt-5 grid items-start gap-5 sm:grid-cols-3"
        onSubmit={form.handleSubmit(values => save.mutate(values, { onSuccess: dropDraft }))}
      >
        <CompanyFields form={form} />
        <SubmitButton
          isPending={save.isPending}
          pendingLabel="Saving..."
          className="justify-self-start sm:col-span-3"
        >
          Save and continue
        </SubmitButton>
      </Form>
    </Card>
  );
}
