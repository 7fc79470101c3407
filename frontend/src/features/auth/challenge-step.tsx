import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { codeFailure } from '../../product/authenticator.ts';
import { Button } from '../../ui/button.tsx';
import { CODE_LENGTH, CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { challengeCopy } from './copy.ts';
import type { Challenge, ChallengedFactor } from './pending-challenge.ts';
import { useAbandonChallenge, useMeetChallenge } from './queries.ts';

/** Asks for an authenticator's code after the password. A complete code is sent at once. */
export default function ChallengeStep({ factors }: { factors: Challenge }) {
  const [factor, setFactor] = useState<ChallengedFactor>(factors[0]);
  const [isChoosing, setChoosing] = useState(false);
  const form = useForm({ defaultValues: { code: '' } });
  const code = useWatch({ control: form.control, name: 'code' });
  const meet = useMeetChallenge();
  const abandon = useAbandonChallenge();
  const send = (whole: string) =>
    meet.mutate(
      { factorId: factor.id, code: whole },
      {
        onError: () => {
          form.setValue('code', '');
          form.setFocus('code');
        },
      },
    );
  const sendWhole = (typed: string) => {
    if (typed.length === CODE_LENGTH && !meet.isPending) send(typed);
  };
  const choose = (chosen: ChallengedFactor) => {
    setFactor(chosen);
    setChoosing(false);
    form.setValue('code', '');
    meet.reset();
  };
  return (
    <AuthFrame
      title="One more step"
      lead={
        isChoosing ? (
          'Which authenticator do you have at hand?'
        ) : (
          <>
            Enter the code that <strong className="font-semibold text-ink">{factor.name}</strong> shows for
            ClosingWire.
          </>
        )
      }
    >
      {isChoosing ? (
        <FactorChoice factors={factors} onChoose={choose} />
      ) : (
        <Form
          className="grid gap-5"
          onSubmit={form.handleSubmit(typed => typed.code.length === CODE_LENGTH && send(typed.code))}
        >
          <CodeField
            form={form}
            autoFocus
            error={meet.isError ? codeFailure(meet.error, challengeCopy.fallback) : undefined}
            onCode={sendWhole}
          />
          <SubmitButton
            isPending={meet.isPending}
            pendingLabel="Verifying..."
            disabled={code.length < CODE_LENGTH}
            className="w-full"
          >
            Verify
          </SubmitButton>
        </Form>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {factors.length > 1 && !isChoosing && (
          <Button tone="quiet" size="sm" onClick={() => setChoosing(true)}>
            Use another authenticator
          </Button>
        )}
        <Button tone="quiet" size="sm" disabled={abandon.isPending} onClick={() => abandon.mutate()}>
          Back to sign in
        </Button>
      </div>
      <p className="mt-5 border-t border-line pt-4 text-center text-sm text-muted">
        None at hand any more? <TextLink to="/contact">Contact support</TextLink>
      </p>
    </AuthFrame>
  );
}

type FactorChoiceProps = {
  factors: readonly ChallengedFactor[];
  onChoose: (factor: ChallengedFactor) => void;
};

export function FactorChoice({ factors, onChoose }: FactorChoiceProps) {
  return (
    <ul aria-label="Authenticators" className="grid gap-3">
      {factors.map((factor, index) => (
        <li key={factor.id}>
          <Button
            size="lg"
            autoFocus={index === 0}
            className="w-full justify-start!"
            onClick={() => onChoose(factor)}
          >
            <Smartphone aria-hidden /> <span className="truncate">{factor.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
