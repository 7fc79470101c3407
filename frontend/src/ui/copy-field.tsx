import { Check, Copy } from 'lucide-react';
import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react';
import { notify } from '../lib/notify.ts';
import { Button } from './button.tsx';
import { Field, TextArea, TextInput } from './field.tsx';

const copyFailed = { title: 'Error', description: 'Failed to copy to clipboard. Please copy manually.' };

type CopyFieldProps = {
  label: string;
  value: string;
  hint?: ReactNode;
  copied: string;
  /** Wraps a long value on two lines. */
  isLong?: boolean;
  /** Words to read, not a code. */
  isProse?: boolean;
};

/** A read-only value: a click selects it, the button copies it. Words can be changed before. */
export function CopyField({
  label,
  value: given,
  hint,
  copied,
  isLong = false,
  isProse = false,
}: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false);
  const [written, setWritten] = useState<string>();
  const value = written ?? given;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      notify({ title: 'Copied', description: copied, tone: 'positive' });
    } catch {
      notify({ ...copyFailed, tone: 'danger' });
    }
  };
  return (
    <Field label={label} hint={hint}>
      {control => {
        const shown = {
          ...control,
          value,
          ...(isProse
            ? {
                onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
                  setWritten(event.target.value),
              }
            : {
                'data-copy': '',
                readOnly: true,
                spellCheck: false,
                onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.target.select(),
              }),
        };
        return (
          <div className={`flex gap-2 ${isProse ? 'flex-col items-end sm:flex-row sm:items-start' : ''}`}>
            {isLong ? (
              <TextArea
                {...shown}
                rows={isProse ? 4 : 2}
                className={`min-h-0! flex-1 resize-none ${isProse ? 'w-full' : 'break-all font-mono'}`}
              />
            ) : (
              <TextInput {...shown} className="min-w-0 flex-1 font-mono" />
            )}
            <Button onClick={copy} className="min-w-24">
              {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />} {isCopied ? 'Copied' : 'Copy'}
            </Button>
          </div>
        );
      }}
    </Field>
  );
}
