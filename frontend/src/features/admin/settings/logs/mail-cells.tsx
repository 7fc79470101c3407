import type { LoggedMail } from '@closingwire/contracts/notifications';
import type { StateLook } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { type MailState, useReplayMail } from './queries.ts';

export const mailStates: Record<MailState, StateLook> = {
  waiting: { label: 'Waiting', tone: 'caution' },
  sending: { label: 'Sending', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'positive' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'danger' },
};

type MailProps = { mail: LoggedMail };

const addresseeOf = ({ to }: LoggedMail): string => to || 'no longer kept';

/** Recipient and kind of an email, and the kind's name in logs. */
export function MailAddressee({ mail }: MailProps) {
  return (
    <div className="wrap-anywhere">
      <p className="font-semibold">{addresseeOf(mail)}</p>
      <p className="text-muted">{mail.title}</p>
      {mail.title !== mail.template && <code className="text-xs text-muted">{mail.template}</code>}
    </div>
  );
}

/** Why it was not sent; '' if it was sent or the reason is unknown. */
export const reasonOf = ({ state, reason }: LoggedMail): string => (state === 'sent' ? '' : (reason ?? ''));

export function ReplayMail({ mail }: MailProps) {
  const replay = useReplayMail();
  return (
    <Button
      size="sm"
      disabled={!mail.canReplay || replay.isPending}
      aria-label={`Send again to ${addresseeOf(mail)}: ${mail.title}`}
      onClick={() => replay.mutate(mail.id)}
    >
      Send again
    </Button>
  );
}
