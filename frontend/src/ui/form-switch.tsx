import clsx from 'clsx';
import { useId } from 'react';
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { Switch } from './switch.tsx';

type FormSwitchProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  label: string;
  className?: string;
};

/** A field of a form that is on or off. */
export function FormSwitch<Values extends FieldValues>({
  form,
  name,
  label,
  className,
}: FormSwitchProps<Values>) {
  const id = useId();
  return (
    <div className={clsx('flex items-center justify-between gap-6', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange, ref } }) => (
          <Switch id={id} ref={ref} checked={value} onCheckedChange={onChange} />
        )}
      />
    </div>
  );
}
