import { type RefObject, useState } from 'react';
import { useForm } from 'react-hook-form';
import { codeOf } from '../../../product/auth-reply.ts';
import { codeFailure } from '../../../product/authenticator.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { factorCopy } from '../copy.ts';
import { type Authenticator, useRemoveAuthenticator } from './queries.ts';

type RemoveAuthenticatorDialogProps = {
  authenticator: Authenticator;
  isLast: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

/** Confirms the removal. A session without its second factor also asks for a code. */
export default function RemoveAuthenticatorDialog({
  authenticator,
  isLast,
  onClose,
  returnFocus,
}: RemoveAuthenticatorDialogProps) {
  const remove = useRemoveAuthenticator();
  const form = useForm({ defaultValues: { code: '' } });
  const [wantsCode, setWantsCode] = useState(false);
  const isAsked = codeOf(remove.error) === 'insufficient_aal';
  const failure = remove.isError && !isAsked && codeFailure(remove.error, factorCopy.removeFallback);
  const submit = form.handleSubmit(({ code }) =>
    remove.mutate(
      { factorId: authenticator.id, code },
      {
        onSuccess: onClose,
        onError: error => {
          if (codeOf(error) === 'insufficient_aal') setWantsCode(true);
          else if (wantsCode) form.setFocus('code');
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      action={remove.isPending ? 'Removing...' : 'Remove authenticator'}
      isDisabled={remove.isPending}
      tone="danger"
      cancel="Keep it"
      returnFocus={returnFocus}
      title={`Remove "${authenticator.name}"?`}
    >
      <p>
        {isLast
          ? 'It is the only one: two-factor authentication is then off, and the password alone signs in.'
          : 'The others stay. If you signed in with this one, you are soon asked for a code of another.'}
      </p>
      {failure && !wantsCode && <NoticeBox tone="danger">{failure}</NoticeBox>}
      {wantsCode && (
        <CodeField form={form} autoFocus hint="To be sure that it is you." error={failure || undefined} />
      )}
    </FormDialog>
  );
}
