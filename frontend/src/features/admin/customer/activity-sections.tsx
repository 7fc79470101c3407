import { formatExactInstant, formatInstant } from '../../../lib/dates.ts';
import { Badge, StateBadge } from '../../../ui/badge.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { aboutLines, actorLines, changeLines } from '../audit/audit-text.ts';
import { flagStates } from '../flags/flag-states.ts';
import { confirmedTexts } from '../flags/take-back-text.ts';
import { mailStates } from '../settings/logs/mail-states.ts';
import { useCustomerAudit, useCustomerDeliveries, useCustomerFlags, useCustomerMails } from './queries.ts';
import { Lines, Nothing, Section } from './section.tsx';

type OfUser = { userId: string };

export function DeliveriesSection({ userId }: OfUser) {
  const deliveries = useCustomerDeliveries(userId);
  return (
    <Section title="Deliveries" noun="deliveries" query={deliveries}>
      {({ deliveries: found }) =>
        found.length === 0 ? (
          <Nothing>No delivery of the last 90 days changed closings of these ZIP codes.</Nothing>
        ) : (
          <Lines label="Deliveries" rows={found} keyOf={({ id }) => id}>
            {({ source, fileName, startedAt, zips }) => (
              <>
                <span>
                  <span className="font-semibold">{source || 'Unknown source'}</span>{' '}
                  <span className="text-muted">
                    {fileName} {formatInstant(startedAt)}
                  </span>
                </span>
                <span>
                  {zips
                    .map(({ zipCode, closings }) => `${zipCode}: ${closings.toLocaleString('en-US')}`)
                    .join(', ')}
                </span>
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}

type MailsSectionProps = OfUser & { email: string; getsNotices: boolean | undefined };

export function MailsSection({ userId, email, getsNotices }: MailsSectionProps) {
  const mails = useCustomerMails(userId);
  const all = `/admin?${new URLSearchParams({ tab: 'settings', mailSearch: email })}#mails`;
  return (
    <Section
      title="Emails"
      noun="emails"
      query={mails}
      actions={
        <>
          {getsNotices !== undefined && (
            <Badge tone={getsNotices ? 'positive' : 'neutral'}>Notices {getsNotices ? 'on' : 'off'}</Badge>
          )}
          <TextLink to={all}>All mails to this address</TextLink>
        </>
      }
    >
      {({ mails: found }) =>
        found.length === 0 ? (
          <Nothing>No email was sent to the user.</Nothing>
        ) : (
          <Lines label="Emails" rows={found} keyOf={({ id }) => id}>
            {({ title, state, reason, to, createdAt }) => (
              <>
                <span className="min-w-0">
                  <span className="font-semibold">{title}</span> <span className="text-muted">{to}</span>
                  {state !== 'sent' && reason && <span className="block text-muted">{reason}</span>}
                </span>
                <span className="flex items-center gap-2 text-muted">
                  <StateBadge {...mailStates[state]} /> {formatInstant(createdAt)}
                </span>
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}

export function FlagsSection({ userId }: OfUser) {
  const flags = useCustomerFlags(userId);
  return (
    <Section
      title="Flags"
      noun="flags"
      query={flags}
      actions={<TextLink to="/admin?tab=lead-flags">All lead flags</TextLink>}
    >
      {({ leadFlags }) =>
        leadFlags.length === 0 ? (
          <Nothing>The user has reported no lead.</Nothing>
        ) : (
          <Lines label="Flags" rows={leadFlags} keyOf={({ id }) => id}>
            {({ agent, note, status, createdAt, confirmed }) => (
              <>
                <span className="min-w-0">
                  <span className="font-semibold">{agent.fullName}</span>{' '}
                  <span className="whitespace-pre-line">{note}</span>
                  {confirmed && (
                    <span className="block text-muted">
                      {confirmedTexts({ agent }, confirmed).join('. ')}
                    </span>
                  )}
                </span>
                <span className="flex items-center gap-2 text-muted">
                  <StateBadge {...flagStates[status]} /> {formatInstant(createdAt)}
                </span>
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}

export function AuditSection({ userId }: OfUser) {
  const audit = useCustomerAudit(userId);
  const all = `/admin/operations?${new URLSearchParams({ tab: 'audit', who: userId })}`;
  return (
    <Section
      title="Audit"
      noun="audit entries"
      query={audit}
      actions={<TextLink to={all}>Whole audit log of the user</TextLink>}
    >
      {({ entries }) =>
        entries.length === 0 ? (
          <Nothing>The audit log has no entry of the user.</Nothing>
        ) : (
          <Lines label="Audit entries" rows={entries} keyOf={({ id }) => id}>
            {entry => (
              <>
                <span className="min-w-0">
                  <span className="font-semibold">{actorLines(entry)[0]}</span> {entry.text}
                  <span className="block text-muted">
                    {[...changeLines(entry), ...aboutLines(entry)].join(', ')}
                  </span>
                </span>
                <span className="flex items-center gap-2 text-muted">
                  {entry.outcome !== 'done' && <Badge tone="caution">{entry.outcome}</Badge>}
                  {formatExactInstant(entry.at)}
                </span>
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}
