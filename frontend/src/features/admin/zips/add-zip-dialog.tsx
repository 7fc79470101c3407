import { newZip } from '@closingwire/contracts/catalog';
import { newZipPriceUsd } from '@closingwire/contracts/prices';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { notify } from '../../../lib/notify.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { chargedPrice, missingFields, priceNoteHint } from './copy.ts';
import { priceOf } from './price-of.ts';
import { useCreateZip } from './queries.ts';

type Form = z.input<typeof newZip>;

const blank: Form = { zipCode: '', city: '', state: '', price: newZipPriceUsd, isAvailable: true };

export default function AddZipDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateZip();
  const form = useForm<Form, unknown, z.output<typeof newZip>>({
    resolver: zodResolver(newZip),
    defaultValues: blank,
  });
  const { register, formState, setValue, getValues } = form;
  const { errors } = formState;
  const submit = form.handleSubmit(
    zip => create.mutate(zip, { onSuccess: onClose }),
    () => {
      const { zipCode, city, state } = getValues();
      if ([zipCode, city, state].some(text => text.trim() === '')) {
        notify({ title: missingFields, tone: 'danger' });
      }
    },
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      action={create.isPending ? 'Adding...' : 'Add ZIP Code'}
      isDisabled={create.isPending}
      layout="grid grid-cols-2 gap-5"
      title="Add ZIP Code"
      description={`It is charged at ${chargedPrice}, as every ZIP code.`}
    >
      <Field label="ZIP Code" error={errors.zipCode?.message}>
        {control => (
          <TextInput
            {...control}
            required
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            {...register('zipCode')}
          />
        )}
      </Field>
      <Field label="State" error={errors.state?.message}>
        {control => (
          <TextInput
            {...control}
            required
            maxLength={2}
            autoComplete="off"
            {...register('state', {
              onChange: ({ target }) => setValue('state', target.value.toUpperCase()),
            })}
          />
        )}
      </Field>
      <Field label="City" error={errors.city?.message} className="col-span-2">
        {control => (
          <TextInput {...control} required maxLength={100} autoComplete="off" {...register('city')} />
        )}
      </Field>
      <Field label="Price" error={errors.price?.message} hint={priceNoteHint} className="col-span-2">
        {control => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            {...register('price', { setValueAs: priceOf })}
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="isAvailable"
        render={({ field: { value = true, onChange, ref } }) => (
          <AvailableSwitch ref={ref} isOn={value} onChange={onChange} />
        )}
      />
    </FormDialog>
  );
}

type AvailableSwitchProps = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  ref: (element: HTMLButtonElement | null) => void;
};

function AvailableSwitch({ isOn, onChange, ref }: AvailableSwitchProps) {
  const id = useId();
  return (
    <div className="col-span-2 flex items-center justify-between gap-6">
      <label htmlFor={id} className="text-sm font-medium">
        Available
      </label>
      <Switch id={id} ref={ref} checked={isOn} onCheckedChange={onChange} />
    </div>
  );
}
