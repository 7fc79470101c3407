import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../../product/api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAssignZip } from '../zips/queries.ts';
import { isZip, useCatalogZip } from './queries.ts';
import { ZipHolders } from './zip-holders.tsx';

/** Billing and leads learn of a change within seconds. */
const SETTLE_MS = 2_000;

/** Returns a function that reads what a change of ZIPs or trial changes, now and after the services have settled. */
export function useReadZipsAgain() {
  const queryClient = useQueryClient();
  const read = () => {
    for (const key of [
      api.billing.customerMoney.key(),
      api.leads.explainLists.key(),
      api.leads.customerDeliveries.key(),
      api.auth.searchAudit.key(),
    ]) {
      void queryClient.invalidateQueries({ queryKey: key });
    }
  };
  return () => {
    read();
    setTimeout(read, SETTLE_MS);
  };
}

type AssignZipProps = { userId: string; name: string };

export function AssignZip({ userId, name }: AssignZipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Assign a ZIP code
      </Button>
      {isOpen && <AssignDialog userId={userId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function AssignDialog({ userId, name, onClose }: AssignZipProps & { onClose: () => void }) {
  const form = useForm({ defaultValues: { zipCode: '' } });
  const zipCode = useWatch({ control: form.control, name: 'zipCode' }).trim();
  const readAgain = useReadZipsAgain();
  const assign = useAssignZip();
  const submit = form.handleSubmit(({ zipCode }) =>
    assign.mutate(
      { userId, zipCodeId: zipCode.trim() },
      {
        onSuccess: () => {
          readAgain();
          onClose();
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      form={form}
      onSubmit={submit}
      action={assign.isPending ? 'Assigning...' : 'Assign ZIP code'}
      isDisabled={assign.isPending}
      title="Assign a ZIP code"
      description={`${name} gets it free of charge, with leads at once, and an email that says so, unless they turned emails off.`}
    >
      <FormField
        form={form}
        name="zipCode"
        label="ZIP code to assign"
        rules={{ validate: text => /^\s*\d{5}\s*$/.test(text) || 'Enter the five digits of a ZIP code' }}
      >
        {control => <TextInput {...control} inputMode="numeric" maxLength={5} autoComplete="off" />}
      </FormField>
      {isZip(zipCode) && <ChosenZip zipCode={zipCode} />}
    </FormDialog>
  );
}

/** Names the city of a ZIP and who holds it. Only one user of an industry can have it. */
function ChosenZip({ zipCode }: { zipCode: string }) {
  const zip = useCatalogZip(zipCode);
  return (
    <div role="status" className="text-sm">
      {zip.isPending && 'Reading the ZIP code…'}
      {zip.data === null && `${zipCode} is not in the catalog.`}
      {zip.data && (
        <>
          <p className="font-medium">{`${zipCode} ${zip.data.city}, ${zip.data.state}`}</p>
          <ZipHolders zip={zip.data} />
        </>
      )}
    </div>
  );
}
