import type { ReactNode } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { Card } from './card.tsx';
import { NoticeBox } from './notice-box.tsx';
import { StepHeading, type StepHeadingProps } from './step-heading.tsx';
import { SubmitButton } from './submit-button.tsx';

/** A step of a page that an emailed link opens. */
export function LinkStep({ children, ...heading }: StepHeadingProps & { children: ReactNode }) {
  return (
    <>
      <StepHeading {...heading} />
      <Card className="mt-8 grid gap-5 p-6 sm:p-8">{children}</Card>
    </>
  );
}

type ActionStepProps = {
  title: string;
  /** Describes the effect of the button. */
  children: ReactNode;
  error: Error | null;
  failed: { title: string; fallback: string };
  isPending: boolean;
  button: string;
  pendingLabel: string;
  onPress: () => void;
};

/** The step whose button acts: mail scanners open links and run scripts, but press no buttons. */
export function ActionStep(props: ActionStepProps) {
  const { title, children, error, failed, isPending, button, pendingLabel, onPress } = props;
  return (
    <LinkStep title={title} isOutcome={false}>
      {children}
      {error && (
        <NoticeBox tone="danger" title={failed.title}>
          {messageOf(error, failed.fallback)}
        </NoticeBox>
      )}
      <form
        method="post"
        className="grid"
        onSubmit={event => {
          event.preventDefault();
          onPress();
        }}
      >
        <SubmitButton isPending={isPending} pendingLabel={pendingLabel}>
          {button}
        </SubmitButton>
      </form>
    </LinkStep>
  );
}
