import type { CustomerCredit, CustomerMoney, CustomerZip } from '@closingwire/contracts/customer-money';
import { formatInstant } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CardFacts } from '../row-list.tsx';
import { nameOf } from '../users/name-of.ts';
import { Unassign } from '../zips/unassign.tsx';
import { AssignZip, useReadZipsAgain } from './assign-zip.tsx';
import { cardFacts } from './card-text.ts';
import { monthlyText } from './monthly-text.ts';
import { useCard, useCustomer, useMoney } from './queries.ts';
import { Lines, Nothing, Section } from './section.tsx';
import { zipKind } from './zip-kind.ts';

const paymentStates: Record<CustomerMoney['paymentState'], string> = {
  none: 'No payment yet',
  trialing: 'Subscription begins after the trial',
  active: 'Pays',
  past_due: 'A charge failed; the provider retries it',
  ended: 'The subscription ended',
};

const creditStates: Record<CustomerCredit['state'], string> = {
  requested: 'Asked for',
  owed: 'Being given',
  given: 'Given',
  nothing: 'Nothing to credit',
};

const untilText = ({ cancelledAt, createdAt }: CustomerZip) =>
  cancelledAt === null
    ? `Since ${formatInstant(createdAt)}`
    : `${formatInstant(createdAt)} to ${formatInstant(cancelledAt)}`;

export function ZipsSection({ userId }: { userId: string }) {
  const money = useMoney(userId);
  const customer = useCustomer(userId);
  const name = customer.data ? nameOf(customer.data.user) : 'the user';
  const readAgain = useReadZipsAgain();
  return (
    <Section
      title="ZIP codes"
      noun="ZIP codes"
      query={money}
      actions={<AssignZip userId={userId} name={name} />}
    >
      {({ zips, ...standing }) =>
        zips.length === 0 ? (
          <Nothing>The user has and had no ZIP codes.</Nothing>
        ) : (
          <Lines label="ZIP codes" rows={zips} keyOf={zip => zip.claimId}>
            {zip => (
              <>
                <span>
                  <span className="font-semibold tabular-nums">{zip.zipCode}</span> {zip.city}, {zip.state} ·{' '}
                  {zip.industry}
                </span>
                <span className="flex flex-wrap items-center gap-2 text-muted">
                  <KindBadge zip={zip} standing={standing} />
                  {untilText(zip)}
                  {zip.cancelledAt === null && (
                    <Unassign
                      zipCode={zip.zipCode}
                      place={`${zip.city}, ${zip.state}`}
                      userId={userId}
                      name={name}
                      onDone={readAgain}
                    />
                  )}
                </span>
              </>
            )}
          </Lines>
        )
      }
    </Section>
  );
}

function KindBadge({ zip, standing }: { zip: CustomerZip; standing: Omit<CustomerMoney, 'zips'> }) {
  const { text, tone } = zipKind(zip, standing, new Date());
  return <Badge tone={tone}>{text}</Badge>;
}

export function MoneySection({ userId }: { userId: string }) {
  const money = useMoney(userId);
  const card = useCard(userId);
  return (
    <Section title="Money" noun="money" query={money}>
      {found => (
        <>
          <CardFacts
            className="px-5 py-4 text-sm"
            facts={{ ...factsOf(found), ...cardFacts(card.data?.provider, card.isError) }}
          />
          <Payments money={found} />
        </>
      )}
    </Section>
  );
}

const factsOf = (money: CustomerMoney) => ({
  Payment: paymentStates[money.paymentState],
  Trial: `${formatInstant(money.trialStartedAt)} to ${formatInstant(money.trialExpiresAt)}`,
  'ZIP codes a month': monthlyText(money, new Date()),
  'Amount due': money.amountDueCents === null ? null : formatCents(money.amountDueCents),
  'Next attempt': money.nextPaymentAttemptAt === null ? null : formatInstant(money.nextPaymentAttemptAt),
  'Stripe customer': money.stripeCustomerId,
});

type Payment = { key: string; text: string; at: string; amount: string };

/** Invoices and credits, the newest first. */
function paymentsOf({ invoices, credits, trialCredits }: CustomerMoney): Payment[] {
  return [
    ...invoices.map(({ id, mode, amountCents, paidAt }) => ({
      key: id,
      text: mode === 'test' ? `Paid invoice ${id} in test mode` : `Paid invoice ${id}`,
      at: paidAt,
      amount: formatCents(amountCents),
    })),
    ...credits.map(({ id, zipCode, state, amountCents, requestedAt }) => ({
      key: id,
      text: `Credit for a wrong contact in ${zipCode}: ${creditStates[state]}`,
      at: requestedAt,
      amount: state === 'nothing' || state === 'requested' ? '–' : formatCents(amountCents),
    })),
    ...trialCredits.map(({ id, trialDays, creditedAt }) => ({
      key: id,
      text: `Trial set to ${trialDays} ${trialDays === 1 ? 'day' : 'days'} from then by an admin`,
      at: creditedAt,
      amount: '–',
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
}

function Payments({ money }: { money: CustomerMoney }) {
  const payments = paymentsOf(money);
  if (payments.length === 0) return <Nothing>No invoice was paid and no credit was given.</Nothing>;
  return (
    <div className="border-t border-line">
      <Lines label="Invoices and credits" rows={payments} keyOf={({ key }) => key}>
        {({ text, at, amount }) => (
          <>
            <span>
              {text} <span className="text-muted">{formatInstant(at)}</span>
            </span>
            <span className="font-semibold tabular-nums">{amount}</span>
          </>
        )}
      </Lines>
    </div>
  );
}
