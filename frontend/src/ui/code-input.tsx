import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { TextInput } from './field.tsx';

export const CODE_LENGTH = 6;

type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onCode: (code: string) => void;
};

/** Six digits, offered by the phone's keyboard and password managers; everything else that is typed is dropped. */
export function CodeInput({ value, onCode, className, ...rest }: CodeInputProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      placeholder="000000"
      onChange={event => onCode(event.target.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
      className={clsx('text-center font-mono text-lg! tracking-[0.4em]', className)}
    />
  );
}
