import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../../lib/dates.ts';
import { api } from '../../../product/api.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import { CustomerLink } from '../customer/customer-link.tsx';
import { Lines, Nothing, Section } from '../customer/section.tsx';
import { isUnknownCall } from '../is-unknown-call.ts';
import { mailStates } from '../settings/logs/mail-states.ts';
import { nextText, zipsText } from './next-text.ts';

/** The trials that end next, with the last and the next email about it. */
export function EndingTrials() {
  const trials = useQuery(api.notifications.listEndingTrials.queryOptions({ staleTime: 0 }));
  if (trials.isError && isUnknownCall(trials.error)) return null;
  return (
    <Section title="Trials that end next" noun="trials" query={trials}>
      {({ trials: found }) =>
        found.length === 0 ? (
          <Nothing>No trial without a payment method is running.</Nothing>
        ) : (
          <Lines label="Trials that end next" rows={found} keyOf={({ userId }) => userId}>
            {trial => (
              <>
                <span className="min-w-0">
                  <CustomerLink userId={trial.userId} className="font-semibold">
                    {trial.name || trial.email}
                  </CustomerLink>{' '}
                  {trial.name && <span className="text-muted">{trial.email} </span>}
                  <span className="text-muted">ends {formatInstant(trial.expiresAt)}</span>
                  <span className="block text-muted">{`${zipsText(trial.zips)}, no card`}</span>
                  <span className="block text-muted">{nextText(trial)}</span>
                </span>
                {trial.lastMail && (
                  <span className="flex items-center gap-2 text-muted">
                    {trial.lastMail.title} <StateBadge {...mailStates[trial.lastMail.state]} />{' '}
                    {formatInstant(trial.lastMail.createdAt)}
                  </span>
                )}
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}
