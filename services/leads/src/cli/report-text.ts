import type { DeliveryReport, DryRunReply, Effects, RejectKind } from '@closingwire/contracts/ingestion';
import type { Survey } from './survey-file.ts';
import { cut, cutLine, fitted, plain, WIDTH, wrapped } from './terminal-text.ts';

// The report of a file for a terminal, in lines of 100 columns.

const LABEL = 11;
const label = (text: string) => text.padEnd(LABEL);

const orderText = {
  'month-first': 'have the month first',
  'day-first': 'have the day first',
  mixed: 'are refused',
} as const;
const basisText = {
  given: 'as DATES says',
  proven: 'as the file proves',
  assumed: 'but no day in the file proves it; DATES=day-first changes it',
} as const;

/** Returns how days such as 3/9/2026 are read; undefined if the file has none. */
export function daysText({
  order,
  orderBasis,
  bothOrders,
}: Pick<Survey, 'order' | 'orderBasis' | 'bothOrders'>): string | undefined {
  if (orderBasis === 'no-days') return undefined;
  const basis = bothOrders ? `because the file has both orders: ${bothOrders}` : basisText[orderBasis];
  return `such as 3/9/2026 ${orderText[order]}, ${basis}`;
}

export type RepairCount = { field: string; repair: string; count: number };

const COUNT = 7;
const count = (value: number) => String(value).padStart(COUNT);

/** Returns a line for each kind of repair. */
export const repairLines = (repairs: readonly RepairCount[]): string[] =>
  repairs.flatMap(({ field, repair, count: times }) =>
    wrapped(`${count(times)}  `, `${plain(field)}: ${repair}`),
  );

const delimiterNames: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

function formatText({ container, entry, kind, encoding, delimiter }: DeliveryReport['format']): string {
  const name = entry === null ? '' : ` '${plain(entry)}'`;
  if (kind === 'sheet') return `XLSX, sheet${name}`;
  const packed = container === 'none' ? '' : ` in ${container}${name && `, file${name}`}`;
  const separated = delimiter === null ? '' : `, delimiter ${delimiterNames[delimiter] ?? delimiter}`;
  return `${kind.toUpperCase()}${packed}, encoding ${encoding ?? 'utf-8'}${separated}`;
}

function headerText({ headerLine, mapping }: DeliveryReport['format']): string[] {
  if (headerLine === null) return [];
  return wrapped(
    label('Header'),
    `line ${headerLine}; ${mapping ? `ready mapping '${mapping}'` : 'no ready mapping, columns by name'}`,
  );
}

const effectText = ({ new: added, changed, same }: Effects['agents']) =>
  `${added} new, ${changed} changed, ${same} the same`;
const changesText = ({ optedOut, ...effect }: DryRunReply['agents']) =>
  `${effectText(effect)}, ${optedOut} opted out`;

const sumOf = (one: Effects['agents'], other: Effects['agents']): Effects['agents'] => ({
  new: one.new + other.new,
  changed: one.changed + other.changed,
  same: one.same + other.same,
});

/** Returns what the requests of a file did to agents and closings, of one or more requests. */
export function effectLines([first, ...others]: readonly Effects[]): string[] {
  if (!first) return [];
  const { agents, closings } = others.reduce(
    (sum, effects) => ({
      agents: sumOf(sum.agents, effects.agents),
      closings: sumOf(sum.closings, effects.closings),
    }),
    first,
  );
  const each =
    others.length > 0
      ? [`Sent in ${others.length + 1} requests; an agent in several of them counts in each.`]
      : [];
  return [`${label('Agents')}${effectText(agents)}`, `${label('Closings')}${effectText(closings)}`, ...each];
}

type Column = DeliveryReport['columns'][number];

const MAX_HEADER = 26;
const SHARE = 7;
const BETWEEN = ' | ';

const headerOf = ({ header }: Column) => cut(plain(header) || '(no header)', MAX_HEADER);
const targetOf = ({ field }: Column) => (field ? `→ ${field}` : '  not read');
const widest = (texts: string[]) => Math.max(...texts.map(text => text.length));

/** Returns a rounded percentage; only all is 100 and only none is 0. */
function percent(part: number, all: number): number {
  if (all === 0) return 0;
  const rounded = Math.round((100 * part) / all);
  if (part === 0 || part >= all) return rounded;
  return Math.min(99, Math.max(1, rounded));
}

/** Columns without a header and a value come from trailing commas. */
const isUseful = ({ header, filled }: Column) => plain(header) !== '' || filled > 0;

function columnLines(all: readonly Column[], rows: number): string[] {
  const columns = all.filter(isUseful);
  if (columns.length === 0) return [];
  const headerWidth = widest(columns.map(headerOf));
  const targetWidth = widest(columns.map(targetOf));
  const lines = columns.flatMap(column => {
    const name = headerOf(column).padEnd(headerWidth);
    const share = `${percent(column.filled, rows)} %`.padStart(SHARE);
    const start = `  ${name} ${targetOf(column).padEnd(targetWidth)}${share}  `;
    const examples = fitted(column.examples.map(plain), WIDTH - start.length, BETWEEN);
    const note = column.note === null ? [] : wrapped('    ', plain(column.note));
    return [cutLine(start + examples.join(BETWEEN)), ...note];
  });
  return ['', 'Columns: field, rows with a value, examples', ...lines];
}

const gotIn = (message: string) => plain(message.split('; got ').slice(1).join('; got '));

function kindLines({ field, expected, count: times, first }: RejectKind): string[] {
  const reason = field ? `${plain(field)}: ${plain(expected)}` : plain(expected);
  const examples = first.map(({ line, message }) => {
    const got = gotIn(message);
    return got ? `line ${line} got ${cut(got, 60)}` : `line ${line}`;
  });
  const more = times > first.length ? ['…'] : [];
  return [
    ...wrapped(`${count(times)}  `, reason),
    ...wrapped(' '.repeat(COUNT + 2), [...examples, ...more].join('; ')),
  ];
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines] : [];
}

const NOTICES = 5;

function noticeLines(notices: DeliveryReport['notices']): string[] {
  const more = notices.length - NOTICES;
  return [
    ...notices
      .slice(0, NOTICES)
      .flatMap(({ line, text }) => wrapped(`  line ${line}: `, cut(plain(text), 200))),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function dryRepairLines(repairs: DeliveryReport['repairs']): string[] {
  return repairs.flatMap(({ first, ...repair }) => {
    const examples = first.map(({ line, from }) => `line ${line} had '${cut(plain(from), 40)}'`);
    return [...repairLines([repair]), ...wrapped(' '.repeat(COUNT + 2), examples.join('; '))];
  });
}

/** Returns the report of a dry run for people. `days` says how its days are read. */
export function dryRunLines(reply: DryRunReply, days: string | undefined): string[] {
  const { report, accepted, rejected, droppedCells, undisclosedPrices } = reply;
  const rows = accepted + rejected;
  return [
    'Dry run: nothing is delivered.',
    '',
    ...wrapped(label('Format'), formatText(report.format)),
    ...headerText(report.format),
    ...(days ? wrapped(label('Days'), days) : []),
    ...wrapped(
      label('Rows'),
      `${rows}: ${accepted} accepted, ${rejected} rejected; ${undisclosedPrices} accepted without a price`,
    ),
    ...wrapped(label('Agents'), changesText(reply.agents)),
    ...wrapped(label('Closings'), changesText(reply.closings)),
    ...section(
      'Warnings',
      reply.warnings.flatMap(({ message }) => wrapped('  ! ', plain(message))),
    ),
    ...columnLines(report.columns, rows),
    ...section(`Text around the table: ${report.notices.length}`, noticeLines(report.notices)),
    ...section('Repaired', dryRepairLines(report.repairs)),
    ...section(`Cells left out of accepted rows: ${droppedCells}`, report.dropped.flatMap(kindLines)),
    ...section(`Rejected rows: ${rejected}`, report.rejected.flatMap(kindLines)),
  ];
}
