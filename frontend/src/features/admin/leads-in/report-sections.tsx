import type { DeliveryReport, RejectKind } from '@closingwire/contracts/ingestion';
import type { ReactNode } from 'react';
import { blankText, number, rowsText } from './copy.ts';

const MAX_KINDS = 20;

/** Lists the repairs, skipped lines, rejected rows and cells left out of a delivery. */
export function ReportSections({ report }: { report: DeliveryReport }) {
  const { notices, blankLines, repairs, rejected, dropped } = report;
  return (
    <div className="grid gap-6">
      <Kinds title="Rejected rows" count={rowsText} kinds={rejected} />
      <Kinds title="Cells left out" count={cellsText} kinds={dropped} />
      {repairs.length > 0 && (
        <Section title="Repairs">
          {repairs.slice(0, MAX_KINDS).map(({ field, repair, count, first }) => (
            <Entry
              key={`${field} ${repair}`}
              head={`${field}: ${repair}`}
              count={cellsText(count)}
              lines={first.map(({ line, from }) => `Line ${number(line)}: '${from}'`)}
            />
          ))}
          <More count={repairs.length - MAX_KINDS} noun="kinds of repairs" />
        </Section>
      )}
      {(notices.length > 0 || blankLines > 0) && (
        <Section title="Skipped lines">
          {notices.slice(0, MAX_KINDS).map(({ line, text }) => (
            <li key={line} className="wrap-anywhere">
              Line {number(line)}: {text}
            </li>
          ))}
          <More count={notices.length - MAX_KINDS} noun="lines" />
          {blankLines > 0 && <li>{blankText(blankLines)}</li>}
        </Section>
      )}
    </div>
  );
}

const cellsText = (count: number) => `${number(count)} ${count === 1 ? 'cell' : 'cells'}`;

type KindsProps = { title: string; count: (count: number) => string; kinds: readonly RejectKind[] };

function Kinds({ title, count: countOf, kinds }: KindsProps) {
  if (kinds.length === 0) return null;
  return (
    <Section title={title}>
      {kinds.slice(0, MAX_KINDS).map(({ field, expected, count, first }) => (
        <Entry
          key={`${field} ${expected}`}
          head={field ? `${field}: ${expected}` : expected}
          count={countOf(count)}
          lines={first.map(({ line, message }) => `Line ${number(line)}: ${message}`)}
        />
      ))}
      <More count={kinds.length - MAX_KINDS} noun="reasons" />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="grid gap-3">{children}</ul>
    </section>
  );
}

function Entry({ head, count, lines }: { head: string; count: string; lines: readonly string[] }) {
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p>
        <span className="font-medium">{head}</span> <span className="text-muted">{count}</span>
      </p>
      <ul className="grid gap-0.5 border-l-2 border-line pl-3 text-muted">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </li>
  );
}

function More({ count, noun }: { count: number; noun: string }) {
  if (count <= 0) return null;
  return (
    <li className="text-muted">
      And {number(count)} more {noun}.
    </li>
  );
}
