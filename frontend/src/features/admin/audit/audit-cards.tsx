import type { AuditLogEntry } from '@closingwire/contracts/audit';
import { formatExactInstant } from '../../../lib/dates.ts';
import { CardFact } from '../card-fact.tsx';
import { Outcome } from './audit-columns.tsx';
import { aboutLines, actorLines, changeLines, originLines } from './audit-text.ts';

/** The same entries on a narrow screen, one under the other. */
export function AuditCards({ entries }: { entries: readonly AuditLogEntry[] }) {
  return (
    <ul aria-label="Audit log" className="divide-y divide-line">
      {entries.map(entry => (
        <li key={entry.id} className="grid gap-2 p-5 text-sm wrap-anywhere">
          <div className="flex items-start justify-between gap-4">
            <p className="font-semibold">{entry.text}</p>
            <Outcome entry={entry} />
          </div>
          {changeLines(entry).map(line => (
            <p key={line}>{line}</p>
          ))}
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            <CardFact term="When">
              <time dateTime={entry.at}>{formatExactInstant(entry.at)}</time>
            </CardFact>
            <CardFact term="Who">{actorLines(entry).join(' · ')}</CardFact>
            {aboutLines(entry).length > 0 && (
              <CardFact term="About">{aboutLines(entry).join(' · ')}</CardFact>
            )}
            {originLines(entry).length > 0 && (
              <CardFact term="From">{originLines(entry).join(' · ')}</CardFact>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}
