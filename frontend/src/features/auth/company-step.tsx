import { useFormContext } from 'react-hook-form';
import { type Company, CompanyFields } from '../../product/company-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';

export function CompanyStep({ isPending, onBack }: { isPending: boolean; onBack: () => void }) {
  return (
    <div className="grid gap-5">
      <CompanyFields
        form={useFormContext<Company>()}
        industryHint="Each ZIP code is open to one company per industry."
        autoFocus
      />
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
