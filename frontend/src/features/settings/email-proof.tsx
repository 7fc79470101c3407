import type { User } from '@closingwire/contracts/screen-api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { messageOf } from '../../lib/api-error.ts';
import { codeOf } from '../../product/auth-reply.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { FormField } from '../../ui/form.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { emailProofCopy } from './copy.ts';
import type { Profile } from './queries.ts';
import { authenticatorsQuery, useMailCode } from './security/queries.ts';

type ProofForm = UseFormReturn<Profile>;

/** The owner's proof for a change of address: the password, an emailed code or the session's authenticator. */
export function useEmailProof(form: ProofForm, isNeeded: boolean) {
  const mailCode = useMailCode();
  const [hasNoPassword, setHasNoPassword] = useState(false);
  const authenticators = useQuery({ ...authenticatorsQuery, enabled: isNeeded });
  const hasFactor = (authenticators.data ?? []).length > 0;
  const field = hasNoPassword ? 'nonce' : 'currentPassword';

  function askForCode(): void {
    setHasNoPassword(true);
    mailCode.mutate();
  }

  const show = (name: 'currentPassword' | 'nonce', message: string) =>
    form.setError(name, { message }, { shouldFocus: true });

  return {
    hasFactor,
    hasNoPassword,
    askForCode,
    /** Returns whether the proof is complete; otherwise marks the missing field. */
    isGiven(values: Profile): boolean {
      if (!isNeeded || hasFactor || values[field]) return true;
      show(field, hasNoPassword ? emailProofCopy.codeMissing : emailProofCopy.passwordMissing);
      return false;
    },
    /** Returns the proof as part of the profile form's request. */
    sent: (values: Profile): Pick<Profile, 'currentPassword' | 'nonce'> =>
      isNeeded && values[field] ? { [field]: values[field] } : {},
    onError(error: unknown): void {
      const code = codeOf(error);
      if (code === 'password_missing') askForCode();
      if (code === 'current_password_required') setHasNoPassword(false);
      if (code === 'invalid_credentials' || code === 'current_password_required') {
        show('currentPassword', messageOf(error, ''));
      }
      if (code === 'reauthentication_not_valid') show('nonce', messageOf(error, ''));
    },
  };
}
export type EmailProof = ReturnType<typeof useEmailProof>;

type FieldProps = { form: ProofForm; user: User; proof: EmailProof };

/** Renders nothing if the session's authenticator is proof enough. */
export function EmailProofField({ form, user, proof }: FieldProps) {
  if (proof.hasFactor) return null;
  if (proof.hasNoPassword) {
    return (
      <FormField
        form={form}
        name="nonce"
        label="Code from our email"
        hint={`We sent it to ${user.email}, to be sure that it is you.`}
      >
        {control => <TextInput {...control} autoComplete="one-time-code" inputMode="numeric" />}
      </FormField>
    );
  }
  return (
    <div className="grid content-start gap-2">
      <FormField
        form={form}
        name="currentPassword"
        label="Current password"
        hint="To be sure that it is you who changes the email."
      >
        {control => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={proof.askForCode}>
        My account has no password
      </Button>
    </div>
  );
}
