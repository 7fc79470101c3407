import type { ContactKind, OptOutLinkState } from '@closingwire/contracts/opt-out';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ActionStep, LinkStep } from '../../ui/link-step.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Action, brokenCopy, confirmCopy, confirmHead } from './copy.ts';
import { linkQuery, useConfirmOptOut } from './queries.ts';

const optOutTitle = 'Opt out of our lists';

/** As the server requires. */
const MIN_TOKEN_LENGTH = 16;

type Broken = keyof typeof brokenCopy;

const brokenByCode: Record<string, Broken> = {
  not_found: 'unknown',
  invalid_input: 'incomplete',
  link_expired: 'expired',
  link_used: 'used',
};

/**
 * Only state `requested` shows the button. If the state cannot be read, the button is shown, and its call returns the
 * same states.
 */
const brokenByState: Record<OptOutLinkState, Broken | undefined> = {
  requested: undefined,
  unknown: 'unknown',
  expired: 'expired',
  'in-effect': 'inEffect',
  'needs-review': 'awaitsReview',
  refused: 'refused',
  undone: 'undone',
};

function brokenBy(error: unknown, state: OptOutLinkState | undefined): Broken | undefined {
  const byState = state && brokenByState[state];
  const byCode = error instanceof ApiError ? brokenByCode[String(error.body.code)] : undefined;
  // The code for a used link does not show the opt-out's present state.
  return byCode === 'used' ? (byState ?? byCode) : (byCode ?? byState);
}

/** The page of an emailed opt-out link. Opening it changes nothing, because mail scanners open links; its button acts. */
export default function ConfirmOptOutPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const isWhole = token.length >= MIN_TOKEN_LENGTH;
  const link = useQuery({ ...linkQuery(token), enabled: isWhole });
  const confirm = useConfirmOptOut();
  const broken = isWhole ? brokenBy(confirm.error, link.data?.state) : 'incomplete';
  return (
    <>
      <PageHead {...confirmHead} />
      <div className="mx-auto w-full max-w-lg px-4 py-14 sm:py-20">
        {confirm.isSuccess ? (
          <LeftOut {...confirm.data} />
        ) : broken ? (
          <BrokenLink {...brokenCopy[broken]} isOutcome={isWhole} />
        ) : link.isPending ? (
          <LinkStep title={optOutTitle} isOutcome={false}>
            <Spinner label="Checking your link" className="h-24" />
          </LinkStep>
        ) : (
          <ActionStep
            title={optOutTitle}
            error={confirm.error}
            failed={confirmCopy.failed}
            isPending={confirm.isPending}
            button="Opt out of all lists"
            pendingLabel="Opting out..."
            onPress={() => confirm.mutate(token)}
          >
            <p className="text-pretty">
              This leaves the real estate agent with your email address out of every list that our subscribers
              get: out of today's, and out of every later one.
            </p>
          </ActionStep>
        )}
      </div>
    </>
  );
}

const kindNames: Record<ContactKind, string> = {
  email: 'email address',
  phone: 'phone number',
  license: 'license number',
};

function LeftOut({ email, needsReview }: { email: string; needsReview: ContactKind[] }) {
  const title = `${needsReview.length > 0 ? 'Your email address is' : 'You are'} in no list any more`;
  const names = needsReview.map(kind => kindNames[kind]).join(' and ');
  return (
    <LinkStep title={title} isOutcome>
      <p className="text-pretty">
        The agent with the email address <strong className="break-all font-semibold">{email}</strong> is left
        out of every list from now on.
      </p>
      {names && (
        <p className="text-pretty">
          We look at your {names} first: other agents may have the same, as in an office. Then we mail you
          what we decided.
        </p>
      )}
      <ButtonLink to="/privacy-policy">Read what we collect</ButtonLink>
    </LinkStep>
  );
}

type BrokenLinkProps = { title: string; text: string; action: Action; isOutcome: boolean };

function BrokenLink({ title, text, action, isOutcome }: BrokenLinkProps) {
  return (
    <LinkStep title={title} isOutcome={isOutcome}>
      <p className="text-pretty">{text}</p>
      {action === 'ask' && <ButtonLink to="/opt-out">Ask to be left out</ButtonLink>}
      {action === 'write' && <ButtonLink to="/contact">Write to us</ButtonLink>}
    </LinkStep>
  );
}
