import { type RefObject, useId, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { factorCopy } from '../copy.ts';
import type { useEnrol } from './queries.ts';

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

/** The first step: what to call it, for whoever has several. */
export function EnrolName({ taken, enrol, onClose, returnFocus }: EnrolNameProps) {
  const [name, setName] = useState(taken.length === 0 ? 'My phone' : '');
  const [problem, setProblem] = useState<string>();
  const form = useId();
  const failure = enrol.isError ? messageOf(enrol.error, factorCopy.enrolFallback) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title="Set up two-factor authentication"
      description="You need an authenticator app, such as the one in your password manager or on your phone."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} tone="accent" disabled={enrol.isPending}>
            {enrol.isPending ? 'Preparing...' : 'Continue'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          const found = nameProblem(name.trim(), taken);
          setProblem(found);
          if (!found) enrol.mutate({ name: name.trim() });
        }}
      >
        <Field label="Name" hint="So that you know it from others." error={problem ?? failure}>
          {control => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={event => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
