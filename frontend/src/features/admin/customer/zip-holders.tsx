import type { AdminZip } from '@closingwire/contracts/screen-api';
import { formatInstant } from '../../../lib/dates.ts';
import { CustomerLink } from './customer-link.tsx';
import { Nothing } from './section.tsx';

/** Names the users who hold a ZIP, each with the industry and the time since when. */
export function ZipHolders({ zip: { zipCode, claims, isAvailable } }: { zip: AdminZip }) {
  if (claims.length === 0) {
    return (
      <Nothing>
        Nobody holds {zipCode}
        {isAvailable
          ? ': it is free in every industry.'
          : '. It is switched off, so only an admin can assign it.'}
      </Nothing>
    );
  }
  return (
    <ul aria-label={`Holders of ${zipCode}`} className="grid gap-1 px-5 py-4 text-sm">
      {claims.map(({ industry, userId, name, email, state, assignedBy, claimedAt }) => (
        <li key={industry} className="wrap-anywhere">
          {state === 'held' ? 'Being ordered by ' : 'Taken by '}
          <CustomerLink userId={userId} className="font-semibold">
            {name || email || 'an unknown user'}
          </CustomerLink>{' '}
          in {industry} since {formatInstant(claimedAt)}
          {assignedBy === 'admin' && ', assigned by an admin'}
        </li>
      ))}
    </ul>
  );
}
