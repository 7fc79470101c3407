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

/** A form that is checked with a schema, which is fetched when somebody enters the form. */
export function useLateForm<Values extends FieldValues>(
  { resolver, load }: LateResolver<Values>,
  options?: Omit<UseFormProps<Values>, 'resolver'>,
): LateForm<Values> {
  return { ...useForm({ resolver, ...options }), load };
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** The form whose schema is to come with the first focus; one without a schema needs none. */
  form?: { load?: () => void; formState?: { isSubmitting: boolean } } | undefined;
  onSubmit: () => unknown;
};

/**
 * Some browsers fill fields without an event. Here each field reports what it holds; React passes on what it did not know.
 */
function reportFilled(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.dispatchEvent(new Event('input', { bubbles: true }));
    else if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** POST, so that what is sent before the application is there stands in no address. */
export function Form({ form, onSubmit, ...rest }: FormProps) {
  // Read while it is drawn, so that the form is drawn again when it changes.
  const isSubmitting = form?.formState?.isSubmitting ?? false;
  return (
    <form
      noValidate
      method="post"
      onFocus={form?.load}
      onSubmit={event => {
        event.preventDefault();
        reportFilled(event.currentTarget);
        // The schema may still be on its way: a second click would send the form twice.
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

/** A field of a form: its control takes part in the form, its error is the form's, or else `error`. */
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
