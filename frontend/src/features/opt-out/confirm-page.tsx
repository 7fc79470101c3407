import type { ContactKind } from '@closingwire/contracts/opt-out-api';
import { useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { LinkStep } from '../../ui/link-step.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { brokenCopy, confirmCopy, confirmHead } from './copy.ts';
import { useConfirmOptOut } from './queries.ts';

/** The shortest that the server takes. */
const MIN_TOKEN_LENGTH = 16;

type Broken = keyof typeof brokenCopy;

const brokenByCode: Record<string, Broken> = {
  not_found: 'unknown',
  invalid_input: 'incomplete',
  link_expired: 'expired',
  link_used: 'used',
};

const brokenBy = (error: unknown): Broken | undefined =>
  error instanceof ApiError ? brokenByCode[String(error.body.code)] : undefined;

/** Where the link of a mail leads. Opening it changes nothing, because mail scanners open links; the button does. */
export default function ConfirmOptOutPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const confirm = useConfirmOptOut();
  const broken = token.length < MIN_TOKEN_LENGTH ? 'incomplete' : brokenBy(confirm.error);
  return (
    <>
      <PageHead {...confirmHead} />
      <div className="mx-auto w-full max-w-lg px-4 py-14 sm:py-20">
        {broken ? (
          <BrokenLink {...brokenCopy[broken]} canAskAgain={broken !== 'used'} isOutcome={confirm.isError} />
        ) : confirm.isSuccess ? (
          <LeftOut {...confirm.data} />
        ) : (
          <OneClick
            isPending={confirm.isPending}
            error={confirm.error}
            onClick={() => confirm.mutate(token)}
          />
        )}
      </div>
    </>
  );
}

type OneClickProps = { isPending: boolean; error: Error | null; onClick: () => void };

function OneClick({ isPending, error, onClick }: OneClickProps) {
  return (
    <LinkStep title="Opt out of our lists" isOutcome={false}>
      <p className="text-pretty">
        This leaves the real estate agent with your email address out of every list that our subscribers get:
        out of today's, and out of every later one.
      </p>
      {error && (
        <NoticeBox tone="danger" title={confirmCopy.failed.title}>
          {messageOf(error, confirmCopy.failed.fallback)}
        </NoticeBox>
      )}
      <form
        method="post"
        className="grid"
        onSubmit={event => {
          event.preventDefault();
          onClick();
        }}
      >
        <SubmitButton isPending={isPending} pendingLabel="Opting out...">
          Opt out of all lists
        </SubmitButton>
      </form>
    </LinkStep>
  );
}

const kindNames: Record<ContactKind, string> = {
  email: 'email address',
  phone: 'phone',
  license: 'license number',
};

function LeftOut({ email, needsReview }: { email: string; needsReview: ContactKind[] }) {
  const names = needsReview.map(kind => kindNames[kind]).join(' and ');
  return (
    <LinkStep title="You are in no list any more" isOutcome>
      <p className="text-pretty">
        The agent with the email address <strong className="break-all font-semibold">{email}</strong> is left
        out of every list from now on.
      </p>
      {names && (
        <p className="text-pretty">
          Our lists do not have the {names} that you named with this address alone, as with the phone of an
          office. We look at that ourselves before it takes effect.
        </p>
      )}
      <ButtonLink to="/privacy-policy">Read what we collect</ButtonLink>
    </LinkStep>
  );
}

type BrokenLinkProps = { title: string; text: string; canAskAgain: boolean; isOutcome: boolean };

function BrokenLink({ title, text, canAskAgain, isOutcome }: BrokenLinkProps) {
  return (
    <LinkStep title={title} isOutcome={isOutcome}>
      <p className="text-pretty">{text}</p>
      {canAskAgain && <ButtonLink to="/opt-out">Ask to be left out</ButtonLink>}
    </LinkStep>
  );
}
