import { type RefObject, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CODE_LENGTH, CodeInput } from '../../../ui/code-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { factorCopy } from '../copy.ts';
import { CopyField } from '../copy-field.tsx';
import { codeFailure } from './code-failure.ts';
import { type Enrolment, useConfirmEnrolment } from './queries.ts';

type EnrolCodeProps = {
  enrolment: Enrolment;
  onDone: () => void;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

/** The second step: the app takes the secret, and its first code proves that it has it. */
export function EnrolCode({ enrolment, onDone, onClose, returnFocus }: EnrolCodeProps) {
  const [code, setCode] = useState('');
  const confirm = useConfirmEnrolment();
  const form = useId();
  return (
    <Dialog
      open
      stays
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title="Scan this with your app"
      description="Then type the code that it shows."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            tone="accent"
            disabled={confirm.isPending || code.length < CODE_LENGTH}
          >
            {confirm.isPending ? 'Verifying...' : 'Verify'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={event => {
          event.preventDefault();
          confirm.mutate({ factorId: enrolment.factorId, code }, { onSuccess: onDone });
        }}
      >
        <img
          src={enrolment.qrCode}
          alt="QR code with the secret below"
          className="size-48 justify-self-center rounded-xl border border-line bg-white p-2"
        />
        <a href={enrolment.address} className={`${linkStyle} justify-self-center text-sm sm:hidden`}>
          The app is on this phone
        </a>
        <CopyField
          label="Or type this secret into it"
          value={enrolment.secret}
          copied="The secret is in the clipboard."
        />
        <Field
          label="Code"
          error={confirm.isError ? codeFailure(confirm.error, factorCopy.enrolFallback) : undefined}
        >
          {control => <CodeInput {...control} value={code} onCode={setCode} />}
        </Field>
      </form>
    </Dialog>
  );
}
