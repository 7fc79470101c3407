import type { RefObject } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { codeFailure } from '../../../product/authenticator.ts';
import { CODE_LENGTH, CodeField } from '../../../ui/code-field.tsx';
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

/** Step 2: the app reads the secret; its first code proves that. */
export function EnrolCode({ enrolment, onDone, onClose, returnFocus }: EnrolCodeProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const code = useWatch({ control: form.control, name: 'code' });
  const confirm = useConfirmEnrolment();
  return (
    <FormDialog
      stays
      onClose={onClose}
      onSubmit={form.handleSubmit(values =>
        confirm.mutate({ factorId: enrolment.factorId, ...values }, { onSuccess: onDone }),
      )}
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
      <CodeField
        form={form}
        error={confirm.isError ? codeFailure(confirm.error, factorCopy.enrolFallback) : undefined}
      />
    </FormDialog>
  );
}
