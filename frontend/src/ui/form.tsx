import type { ComponentProps, ReactNode } from 'react';
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { LateResolver } from '../lib/late-resolver.ts';
import { type Control, Field } from './field.tsx';

export type LateForm<Values extends FieldValues> = UseFormReturn<Values> & Pick<LateResolver<Values>, 'load'>;

/** Returns a form whose schema loads when the user enters the form. */
export function useLateForm<Values extends FieldValues>(
  { resolver, load }: LateResolver<Values>,
  options?: Omit<UseFormProps<Values>, 'resolver'>,
): LateForm<Values> {
  return { ...useForm({ resolver, ...options }), load };
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** Loads its schema on the first focus, if it has one. */
  form?: { load?: () => void; formState?: { isSubmitting: boolean } } | undefined;
  onSubmit: () => unknown;
};

/** Reports each field's value: some browsers autofill without an event. React ignores values that it knows. */
function reportFilled(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.dispatchEvent(new Event('input', { bubbles: true }));
    else if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Uses POST, so that a submit before hydration puts no input into the URL. */
export function Form({ form, onSubmit, ...rest }: FormProps) {
  // Read during render, which subscribes the form to changes.
  const isSubmitting = form?.formState?.isSubmitting ?? false;
  return (
    <form
      noValidate
      method="post"
      onFocus={form?.load}
      onSubmit={event => {
        event.preventDefault();
        reportFilled(event.currentTarget);
        // The schema may still be loading: a second click would submit twice.
        if (!isSubmitting) onSubmit();
      }}
      {...rest}
    />
  );
}

type FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = Omit<
  ComponentProps<typeof Field>,
  'children'
> & {
  form: UseFormReturn<Values>;
  name: Name;
  /** Replaces the schema's message for a refused value; '' shows none. */
  refusal?: string;
  rules?: RegisterOptions<Values, Name>;
  children: (control: Control & UseFormRegisterReturn<Name>) => ReactNode;
};

/** A registered field with its label. A form error takes precedence over `error`. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form: { register, formState },
  name,
  refusal,
  rules,
  error,
  children,
  ...field
}: FormFieldProps<Values, Name>) {
  const refused: FieldError | undefined = get(formState.errors, name);
  return (
    <Field {...field} error={refused ? (refusal ?? refused.message) : error}>
      {control => children({ ...control, ...register(name, rules) })}
    </Field>
  );
}
