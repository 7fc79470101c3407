import type { OptOut } from '@closingwire/contracts/opt-out';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CardFacts, CardHead, RowCards } from '../row-cards.tsx';
import { stateLabels, stateTones } from './copy.ts';
import { OptOutContacts } from './opt-out-contacts.tsx';
import { OptOutDecisions } from './opt-out-decisions.tsx';

export const OptOutCards = ({ optOuts }: { optOuts: readonly OptOut[] }) => (
  <RowCards label="Opt-outs" rows={optOuts} keyOf={({ id }) => id}>
    {optOut => (
      <>
        <CardHead aside={<Badge tone={stateTones[optOut.state]}>{stateLabels[optOut.state]}</Badge>}>
          <OptOutContacts contacts={optOut.contacts} />
        </CardHead>
        <CardFacts
          facts={{
            Requested: formatInstant(optOut.createdAt),
            Confirmed: optOut.confirmedAt && formatInstant(optOut.confirmedAt),
            Decided: optOut.decidedAt && formatInstant(optOut.decidedAt),
          }}
        />
        <OptOutDecisions optOut={optOut} />
      </>
    )}
  </RowCards>
);
