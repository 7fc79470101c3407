import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { notify } from '../../lib/notify.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { registerCopy } from './copy.ts';
import { type Registration, useRegister, useResendConfirmation } from './queries.ts';

/** Sends the link again: with the whole registration, or by address alone after a reload. */
function useSendAgain(email: string, registration: Registration | null) {
  const register = useRegister();
  const resend = useResendConfirmation();
  const onSuccess = () => notify({ ...registerCopy.sentAgain, tone: 'positive' });
  return {
    isPending: register.isPending || resend.isPending,
    sendAgain: () => (registration ? register.mutate(registration, { onSuccess }) : resend.mutate(email)),
  };
}

type CheckEmailProps = { email: string; registration: Registration | null };

/** Step 3: the account is inactive until the emailed link is opened. */
export default function CheckEmail({ email, registration }: CheckEmailProps) {
  const { isPending, sendAgain } = useSendAgain(email, registration);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-14 sm:py-20">
      <Card className="grid justify-items-center gap-4 p-8 text-center sm:p-10">
        <span className="grid size-14 place-items-center rounded-2xl bg-accent text-on-accent">
          <MailCheck aria-hidden className="size-7" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold tracking-tight outline-none">
          Check your email
        </h1>
        <p className="text-pretty text-muted">
          We sent a link to <strong className="break-all font-semibold text-ink">{email}</strong>. Open it to
          activate your account; it signs you in and takes you to your ZIP codes.
        </p>
        <p className="text-sm text-muted">Nothing there? Look in the spam folder, or have it sent again.</p>
        <Button className="mt-2 w-full" size="lg" disabled={isPending} onClick={sendAgain}>
          {isPending ? 'Sending...' : 'Send it again'}
        </Button>
        <ButtonLink to="/auth" tone="quiet" className="w-full" size="lg">
          Back to Sign In
        </ButtonLink>
      </Card>
    </div>
  );
}
