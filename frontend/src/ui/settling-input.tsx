import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextInput } from './field.tsx';

const SETTLE_MS = 300;

type SettlingInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onSettled: (text: string) => void;
};

/** A text field that reports its text, trimmed, when typing pauses, and follows external changes. */
export function SettlingInput({ value, onSettled, ...rest }: SettlingInputProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(shown => (shown.trim() === value ? shown : value)), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={event => {
        const typed = event.target.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSettled(typed.trim()), SETTLE_MS);
      }}
    />
  );
}
