import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import type { PasswordMeterProps } from './password-meter.tsx';

type Meter = ComponentType<PasswordMeterProps>;

/** Contains a dictionary; without it there is no advice. */
const load = (): Promise<{ default: Meter }> =>
  import('./password-meter.tsx').catch(() => ({ default: () => null }));
const PasswordMeter = lazy(load);

type NewPasswordFieldProps = {
  label: string;
  error: string | undefined;
  value: string;
  /** Public facts on the user: names and address. */
  about?: readonly string[];
  input: ComponentProps<'input'>;
};

/** A field for a new password with advice while typing; the advice never blocks. */
export function NewPasswordField({ label, error, value, about = [], input }: NewPasswordFieldProps) {
  const [isWanted, setWanted] = useState(false);
  const isJudged = isWanted && value !== '';
  return (
    <div className="grid gap-1.5">
      <Field
        label={label}
        error={error}
        hint={!isJudged && 'At least 6 characters; a longer one that you use nowhere else is better.'}
      >
        {control => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            {...input}
            onFocus={() => {
              setWanted(true);
              void load();
            }}
          />
        )}
      </Field>
      {isJudged && (
        <Suspense fallback={<p className="h-7" />}>
          <PasswordMeter password={value} about={about} />
        </Suspense>
      )}
    </div>
  );
}
