import { type RefObject, useState } from 'react';
import { codeFailure } from '../../../lib/authenticator.ts';
import { CODE_LENGTH, CodeInput } from '../../../ui/code-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { factorCopy } from '../copy.ts';
import { CopyField } from '../copy-field.tsx';
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
  return (
    <FormDialog
      stays
      onClose={onClose}
      onSubmit={() => confirm.mutate({ factorId: enrolment.factorId, code }, { onSuccess: onDone })}
      action={confirm.isPending ? 'Verifying...' : 'Verify'}
      isDisabled={confirm.isPending || code.length < CODE_LENGTH}
      returnFocus={returnFocus}
      title="Scan this with your app"
      description="Then type the code that it shows."
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
    </FormDialog>
  );
}
