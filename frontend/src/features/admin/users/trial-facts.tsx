import type { User } from '@closingwire/contracts/user';
import { formatInstant } from '../../../lib/dates.ts';
import { trialText } from './trial-text.ts';

/** What billing tells of a person; nothing here is changed by hand. */
export function TrialFacts({ user }: { user: User }) {
  const facts = [
    ['Trial', trialText(user, new Date())],
    ['Payment method', user.hasActivePayment ? 'On file' : 'None'],
    ['Stripe customer', user.stripeCustomerId ?? 'None'],
    ['Joined', formatInstant(user.createdAt)],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-3 rounded-xl bg-sunken p-4 text-sm sm:col-span-2 sm:grid-cols-2">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-medium wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
