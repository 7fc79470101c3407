import { useEffect, useRef } from 'react';
import { formatLongDay } from '../../../lib/dates.ts';
import { notify } from '../../../lib/notify.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { markCopy, testCopy } from './copy.ts';
import { type EmailStatus, isUnderWay, useEmailStatus, useTestEmail } from './queries.ts';

/** Shown while the user's address gets no notices, with the remedy. */
export function EmailTrouble() {
  const status = useEmailStatus();
  useEnd(status);
  return status?.mark && <Trouble status={status} mark={status.mark} />;
}

/** Shows once that a test email was delivered, which ends the trouble. */
function useEnd(status: EmailStatus | undefined): void {
  const wasTesting = useRef(false);
  useEffect(() => {
    if (!status) return;
    if (wasTesting.current && !status.mark) {
      notify({ tone: 'positive', ...testCopy.succeeded(status.email) });
    }
    wasTesting.current = isUnderWay(status);
  }, [status]);
}

type TroubleProps = { status: EmailStatus; mark: NonNullable<EmailStatus['mark']> };

function Trouble({ status, mark }: TroubleProps) {
  const send = useTestEmail();
  const isBusy = send.isPending || isUnderWay(status);
  const { title, text } = markCopy[mark.reason];
  return (
    <NoticeBox
      tone="caution"
      className="mt-5 wrap-anywhere"
      title={title(status.email, formatLongDay(new Date(mark.since)))}
      actions={
        <>
          <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && send.mutate()}>
            {isBusy ? 'Sending...' : 'Send a test email'}
          </Button>
          <ButtonLink size="sm" to="#profile" replace>
            Change the address
          </ButtonLink>
        </>
      }
    >
      {mark.detail && <p className="mb-1 text-muted">Reply of the mail server: {mark.detail}</p>}
      <p>{text}</p>
      <p role="status">{status.test === 'refused' && !isBusy && testCopy.refused}</p>
    </NoticeBox>
  );
}
