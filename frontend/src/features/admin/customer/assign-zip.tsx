import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../product/api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAssignZip } from '../zips/queries.ts';

/** Billing and leads learn of a change within seconds. */
const SETTLE_MS = 2_000;

/** Returns a function that reads the user's ZIPs and lists again, now and after the services have settled. */
export function useReadZipsAgain() {
  const queryClient = useQueryClient();
  const read = () => {
    for (const key of [api.billing.customerMoney.key(), api.leads.explainLists.key()]) {
      void queryClient.invalidateQueries({ queryKey: key });
    }
  };
  return () => {
    read();
    setTimeout(read, SETTLE_MS);
  };
}

export function AssignZip({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Assign a ZIP code
      </Button>
      {isOpen && <AssignDialog userId={userId} onClose={() => setOpen(false)} />}
    </>
  );
}

function AssignDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { zipCode: '' } });
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
      description="Free of charge, with leads at once."
    >
      <FormField
        form={form}
        name="zipCode"
        label="ZIP code to assign"
        rules={{ validate: text => /^\s*\d{5}\s*$/.test(text) || 'Enter the five digits of a ZIP code' }}
      >
        {control => <TextInput {...control} inputMode="numeric" maxLength={5} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}
