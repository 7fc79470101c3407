import { type RefObject, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error.ts';
import { codeOf } from '../../../product/auth-reply.ts';
import { codeFailure } from '../../../product/authenticator.ts';
import { Button } from '../../../ui/button.tsx';
import { CODE_LENGTH, CodeField } from '../../../ui/code-field.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { factorCopy } from '../copy.ts';
import { type Enrolment, useConfirmEnrolment, useEnrol, useSignInAgain } from './queries.ts';

type EnrolDialogProps = {
  taken: readonly string[];
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

/** Three steps: name, QR code with the first code, done. */
export default function EnrolDialog({ taken, onClose, returnFocus }: EnrolDialogProps) {
  const enrol = useEnrol();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        returnFocus={returnFocus}
        title="Two-factor authentication is on"
        description="From now on signing in asks for a code. Other devices have been signed out."
        footer={
          <Button tone="accent" onClick={onClose}>
            Done
          </Button>
        }
      >
        Add a second authenticator, on another device, so that a lost phone does not lock you out.
      </Dialog>
    );
  }
  if (!enrol.data) {
    return <EnrolName taken={taken} enrol={enrol} onClose={onClose} returnFocus={returnFocus} />;
  }
  return (
    <EnrolCode
      enrolment={enrol.data}
      onDone={() => setDone(true)}
      onClose={onClose}
      returnFocus={returnFocus}
    />
  );
}

type EnrolNameProps = {
  taken: readonly string[];
  enrol: ReturnType<typeof useEnrol>;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'Please name the authenticator';
  return taken.includes(name) ? 'Another authenticator has this name' : undefined;
}

/** Step 1: a name, for users with several authenticators. */
function EnrolName({ taken, enrol, onClose, returnFocus }: EnrolNameProps) {
  const form = useForm({ defaultValues: { name: taken.length === 0 ? 'My phone' : '' } });
  const failure = enrol.isError ? messageOf(enrol.error, factorCopy.enrolFallback) : undefined;
  const wantsSignIn = codeOf(enrol.error) === 'reauthentication_needed';
  const signInAgain = useSignInAgain();
  const submit = form.handleSubmit(({ name }) => enrol.mutate({ name: name.trim() }));
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      action={enrol.isPending ? 'Preparing...' : 'Continue'}
      isDisabled={enrol.isPending}
      returnFocus={returnFocus}
      title="Set up two-factor authentication"
      description="You need an authenticator app, such as the one in your password manager or on your phone."
    >
      {wantsSignIn && (
        <NoticeBox
          tone="danger"
          actions={
            <Button size="sm" onClick={() => signInAgain.mutate()} disabled={signInAgain.isPending}>
              {signInAgain.isPending ? 'Signing out...' : 'Sign in again'}
            </Button>
          }
        >
          {failure}
        </NoticeBox>
      )}
      <FormField
        form={form}
        name="name"
        rules={{ validate: name => nameProblem(name.trim(), taken) }}
        label="Name"
        hint="So that you know it from others."
        error={wantsSignIn ? undefined : failure}
      >
        {control => <TextInput {...control} autoComplete="off" maxLength={100} />}
      </FormField>
    </FormDialog>
  );
}

type EnrolCodeProps = {
  enrolment: Enrolment;
  onDone: () => void;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

/** Step 2: the app reads the secret; its first code proves that. */
function EnrolCode({ enrolment, onDone, onClose, returnFocus }: EnrolCodeProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const code = useWatch({ control: form.control, name: 'code' });
  const confirm = useConfirmEnrolment();
  return (
    <FormDialog
      stays
      onClose={onClose}
      onSubmit={form.handleSubmit(values =>
        confirm.mutate(
          { factorId: enrolment.factorId, ...values },
          { onSuccess: onDone, onError: () => form.setFocus('code') },
        ),
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
