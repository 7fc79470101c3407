import type { RefObject } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error.ts';
import { codeOf } from '../../../product/auth-reply.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { factorCopy } from '../copy.ts';
import { type useEnrol, useSignInAgain } from './queries.ts';

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
export function EnrolName({ taken, enrol, onClose, returnFocus }: EnrolNameProps) {
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
