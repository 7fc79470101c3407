import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field, TextInput } from './field.tsx';

export const CODE_LENGTH = 6;

type CodeFieldProps = {
  form: UseFormReturn<{ code: string }>;
  hint?: string;
  error?: string | undefined;
  autoFocus?: boolean;
  onCode?: (code: string) => void;
};

/** A field for six digits with support for autofill; other characters are dropped. */
export function CodeField({ form, hint, error, autoFocus, onCode }: CodeFieldProps) {
  return (
    <Controller
      control={form.control}
      name="code"
      render={({ field }) => (
        <Field label="Code" hint={hint} error={error}>
          {control => (
            <TextInput
              {...control}
              {...field}
              autoFocus={autoFocus}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="000000"
              onChange={event => {
                const code = event.target.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
                field.onChange(code);
                onCode?.(code);
              }}
              className="text-center font-mono text-lg! tracking-[0.4em]"
            />
          )}
        </Field>
      )}
    />
  );
}
