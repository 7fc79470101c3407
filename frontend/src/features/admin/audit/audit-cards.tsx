import type { AuditLogEntry } from '@closingwire/contracts/audit';
import { formatExactInstant } from '../../../lib/dates.ts';
import { CardFacts, CardHead, RowCards } from '../row-cards.tsx';
import { Outcome } from './audit-columns.tsx';
import { aboutLines, actorLines, changeLines, originLines } from './audit-text.ts';

export const AuditCards = ({ entries }: { entries: readonly AuditLogEntry[] }) => (
  <RowCards label="Audit log" rows={entries} keyOf={({ id }) => id} className="gap-2 p-5 wrap-anywhere">
    {entry => (
      <>
        <CardHead aside={<Outcome entry={entry} />}>
          <p className="font-semibold">{entry.text}</p>
        </CardHead>
        {changeLines(entry).map(line => (
          <p key={line}>{line}</p>
        ))}
        <CardFacts
          facts={{
            When: <time dateTime={entry.at}>{formatExactInstant(entry.at)}</time>,
            Who: actorLines(entry).join(' · '),
            About: aboutLines(entry).join(' · '),
            From: originLines(entry).join(' · '),
          }}
        />
      </>
    )}
  </RowCards>
);
