import type { OptOut } from '@closingwire/contracts/opt-out';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CardFact } from '../card-fact.tsx';
import { stateLabels, stateTones } from './copy.ts';
import { OptOutContacts } from './opt-out-contacts.tsx';
import { OptOutDecisions } from './opt-out-decisions.tsx';

/** The same opt-outs on a narrow screen, one under the other. */
export function OptOutCards({ optOuts }: { optOuts: readonly OptOut[] }) {
  return (
    <ul aria-label="Opt-outs" className="divide-y divide-line">
      {optOuts.map(optOut => (
        <li key={optOut.id} className="grid gap-3 p-5 text-sm">
          <div className="flex items-start justify-between gap-4">
            <OptOutContacts contacts={optOut.contacts} />
            <Badge tone={stateTones[optOut.state]}>{stateLabels[optOut.state]}</Badge>
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            <CardFact term="Requested">{formatInstant(optOut.createdAt)}</CardFact>
            {optOut.confirmedAt && <CardFact term="Confirmed">{formatInstant(optOut.confirmedAt)}</CardFact>}
            {optOut.decidedAt && <CardFact term="Decided">{formatInstant(optOut.decidedAt)}</CardFact>}
          </dl>
          <OptOutDecisions optOut={optOut} />
        </li>
      ))}
    </ul>
  );
}
