import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { head } from './copy.ts';
import { OptOutForm } from './opt-out-form.tsx';
import { useOptOut } from './queries.ts';
import { RequestReceived } from './request-received.tsx';

/** Where an agent asks to be left out of the lists, without an account. */
export default function OptOutPage() {
  const optOut = useOptOut();
  return (
    <>
      <PageHead {...head} />
      <div className="mx-auto max-w-2xl px-4 py-14 sm:px-6">
        <h1 className="text-4xl font-bold tracking-tight">Opt out of our lists</h1>
        <p className="mt-3 text-lg text-pretty text-muted">
          You are a real estate agent and do not want your contact details in the lists that our subscribers
          get? Say who you are, and we mail you a link. Open it and press its button, and we leave you out: of
          today's lists, and of every later one.
        </p>
        <Card className="mt-10 p-6 sm:p-8">
          {optOut.isSuccess ? (
            <RequestReceived email={optOut.variables.email} onAnother={optOut.reset} />
          ) : (
            <OptOutForm isPending={optOut.isPending} onSubmit={optOut.mutate} />
          )}
        </Card>
        <p className="mt-6 text-sm text-pretty text-muted">
          What we collect, and from where, is in the <TextLink to="/privacy-policy">Privacy Policy</TextLink>.
          Emails from us that you no longer want have an unsubscribe link of their own at the end.
        </p>
      </div>
    </>
  );
}
