import type { MailedLink } from '@closingwire/contracts/auth';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { mailedLinkQuery } from '../../product/mailed-link.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { ActionStep, LinkStep } from '../../ui/link-step.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import {
  type BrokenCopy,
  brokenCopy,
  failedCopy,
  head,
  linkCopy,
  otherAccount,
  uncheckedTitle,
} from './copy.ts';
import { type LinkInAddress, linkInAddress } from './link-in-address.ts';
import { usePress } from './queries.ts';

/**
 * The page of emailed links. Opening it changes nothing, because mail scanners open links and run scripts; its button
 * acts.
 */
export default function MailedLinkPage() {
  const link = linkInAddress(useLocation().hash);
  return (
    <>
      <PageHead {...head} />
      <div className="mx-auto w-full max-w-lg px-4 py-14 sm:py-20">
        {link ? <WholeLink key={link.token} link={link} /> : <BrokenLink {...brokenCopy.incomplete} />}
      </div>
    </>
  );
}

function WholeLink({ link }: { link: LinkInAddress }) {
  const { data, isPending, isError, error, refetch } = useQuery(mailedLinkQuery(link.token));
  // Without a reply the effect of the button is unknown.
  if (isError) {
    return (
      <LinkStep title="Your link" isOutcome={false}>
        <FailedState title={uncheckedTitle} query={{ error, refetch }} />
      </LinkStep>
    );
  }
  if (isPending) {
    return (
      <LinkStep title="Your link" isOutcome={false}>
        <Spinner label="Checking your link" className="h-24" />
      </LinkStep>
    );
  }
  const { state, kind, ...facts } = data;
  if (state !== 'valid') return <BrokenLink {...brokenCopy[state]} />;
  if (kind === null) return <BrokenLink {...brokenCopy.unknown} />;
  return <OneClick link={link} kind={link.type === 'invite' ? 'invite' : kind} facts={facts} />;
}

type OneClickProps = {
  link: LinkInAddress;
  kind: keyof typeof linkCopy;
  facts: Omit<MailedLink, 'state' | 'kind'>;
};

function OneClick({ link, kind, facts }: OneClickProps) {
  const press = usePress();
  const { title, text, button, pending } = linkCopy[kind];
  return (
    <ActionStep
      title={title}
      error={press.error}
      failed={failedCopy}
      isPending={press.isPending || press.isSuccess}
      button={button}
      pendingLabel={pending}
      onPress={() => press.mutate(link)}
    >
      <p className="text-pretty wrap-anywhere">{text(facts)}</p>
      {facts.isOwn === false && !link.type && <p className="text-pretty text-muted">{otherAccount}</p>}
    </ActionStep>
  );
}

function BrokenLink({ title, text, action }: BrokenCopy) {
  return (
    <LinkStep title={title} isOutcome={false}>
      <p className="text-pretty">{text}</p>
      <ButtonLink to={action.to}>{action.label}</ButtonLink>
    </LinkStep>
  );
}
