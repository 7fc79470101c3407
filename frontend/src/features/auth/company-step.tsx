import { useFormContext } from 'react-hook-form';
import { type Company, CompanyFields } from '../../product/company-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';

type CompanyStepProps = { isPending: boolean; onBack: () => void };

/** Step 2, whose button creates the account and accepts the Terms of use. */
export default function CompanyStep({ isPending, onBack }: CompanyStepProps) {
  return (
    <div className="grid gap-5">
      <CompanyFields
        form={useFormContext<Company>()}
        industryHint="Each ZIP code is open to one company per industry."
        autoFocus
      />
      <p className="text-sm text-muted">
        By creating an account you accept the{' '}
        <TextLink to="/terms" target="_blank">
          Terms of use
        </TextLink>
        .
      </p>
      <div className="mt-1 flex gap-3">
        <Button size="lg" onClick={onBack}>
          Back
        </Button>
        <SubmitButton isPending={isPending} pendingLabel="Creating account..." className="flex-1">
          Create Account
        </SubmitButton>
      </div>
    </div>
  );
}
