import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { clipboardCopy } from './copy.ts';

type CopyFieldProps = { label: string; value: string; hint?: ReactNode; copied: string };

/** Something to be taken elsewhere: read only, selected by a click, copied by the button. */
export function CopyField({ label, value, hint, copied }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      notify({ title: 'Copied', description: copied, tone: 'positive' });
    } catch {
      notify({ ...clipboardCopy.failed, tone: 'danger' });
    }
  };
  return (
    <Field label={label} hint={hint}>
      {control => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            readOnly
            value={value}
            spellCheck={false}
            className="min-w-0 flex-1 font-mono"
            onFocus={event => event.target.select()}
          />
          <Button onClick={copy} className="min-w-24">
            {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />} {isCopied ? 'Copied' : 'Copy'}
          </Button>
        </div>
      )}
    </Field>
  );
}
