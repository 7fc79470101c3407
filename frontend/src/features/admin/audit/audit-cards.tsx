import type { AuditLogEntry } from '@closingwire/contracts/audit';
import { formatExactInstant } from '../../../lib/dates.ts';
import { Outcome } from './audit-columns.tsx';
import { aboutLines, actorName, originLines } from './audit-text.ts';

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
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            <Fact term="When">
              <time dateTime={entry.at}>{formatExactInstant(entry.at)}</time>
            </Fact>
            <Fact term="Who">{actorName(entry)}</Fact>
            {aboutLines(entry).length > 0 && <Fact term="About">{aboutLines(entry).join(' · ')}</Fact>}
            {originLines(entry).length > 0 && <Fact term="From">{originLines(entry).join(' · ')}</Fact>}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
