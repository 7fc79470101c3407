import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ActionStep, LinkStep } from '../../ui/link-step.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { brokenCopy, failedCopy, head } from './copy.ts';
import { useUnsubscribe } from './queries.ts';

/** As the server requires. */
const MIN_TOKEN_LENGTH = 16;

type Broken = keyof typeof brokenCopy;

function brokenBy(error: unknown): Broken | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 404) return 'unknown';
  return error.status === 400 ? 'incomplete' : null;
}

/** The page of an unsubscribe link: one click turns notices off, without a sign-in. */
export default function UnsubscribePage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const unsubscribe = useUnsubscribe();
  const broken = token.length < MIN_TOKEN_LENGTH ? 'incomplete' : brokenBy(unsubscribe.error);
  return (
    <>
      <PageHead {...head} />
      <div className="mx-auto w-full max-w-lg px-4 py-14 sm:py-20">
        {broken ? (
          <BrokenLink {...brokenCopy[broken]} />
        ) : unsubscribe.isSuccess ? (
          <TurnedOff {...unsubscribe.data} />
        ) : (
          <ActionStep
            title="Unsubscribe"
            error={unsubscribe.error}
            failed={failedCopy}
            isPending={unsubscribe.isPending}
            button="Turn off these emails"
            pendingLabel="Turning off..."
            onPress={() => unsubscribe.mutate(token)}
          >
            <p className="text-pretty">
              This turns off the email with new agents, and the emails about new lists, watched agents, free
              ZIP codes and your trial. Emails about the security of your account and about payments still
              come.
            </p>
          </ActionStep>
        )}
      </div>
    </>
  );
}

function TurnedOff({ email, wasOff }: { email: string; wasOff: boolean }) {
  return (
    <LinkStep title={wasOff ? 'These emails were off already' : 'You are unsubscribed'} isOutcome>
      <p className="text-pretty">
        The email with new agents, and emails about new lists, watched agents, free ZIP codes and your trial{' '}
        {wasOff ? 'were turned off before' : 'are turned off'} for{' '}
        <strong className="break-all font-semibold">{email}</strong>. Emails about security and payments still
        come.
      </p>
      <p className="text-pretty text-muted">
        To turn them on again, sign in and switch on Email notifications in your settings.
      </p>
      <ButtonLink to="/settings#notifications">Open email settings</ButtonLink>
    </LinkStep>
  );
}

function BrokenLink({ title, text }: { title: string; text: string }) {
  return (
    <LinkStep title={title} isOutcome={false}>
      <p className="text-pretty">{text}</p>
      <ButtonLink to="/settings#notifications">Open email settings</ButtonLink>
    </LinkStep>
  );
}
