import type { DeliveryReport, IngestedBatch, Undo, UndoCounts } from '@closingwire/contracts/ingestion';
import type { Source } from '@closingwire/contracts/sources';
import { formatInstant } from '../../../lib/dates.ts';
import { countText } from '../../../product/count-text.ts';
import type { StateLook } from '../../../ui/badge.tsx';
import { monthText, ofWhichUndone } from '../business/months.ts';

export const number = (count: number): string => count.toLocaleString('en-US');
export const rowsText = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'}`;

export const deliverCopy = {
  title: 'Deliver a file',
  intro: 'A file is checked first. Nothing is stored until you deliver it.',
  choose: 'Choose a file of leads',
  formats:
    'CSV, tab-separated text, Excel (.xlsx), NDJSON or JSON, also as .gz or .zip. Deliver a large JSON file as NDJSON.',
  another: 'Choose Another File',
  next: 'Deliver Another File',
  cancel: 'Cancel',
  sent: 'All of it is sent. The rows are being read.',
  nothing: 'No row of this file can be delivered. The reasons are below.',
  again: 'Check Again',
  undoChoices: 'Undo My Choices',
  readByNames: 'Read Columns by Name',
  warnings: 'Before you deliver this file',
  noneBroken: 'Every row was accepted, with all its cells.',
};

export const rejectsCopy = {
  download: 'Download Rejected Rows',
  ofCheck: 'Download Rejected Rows of This Check',
  cells: 'Download Cells Left Out',
  hint: 'The file has the faults of each row and its columns as they were. Repair it and deliver it like any other file. If you deliver this file first, its columns are read the same way.',
  hintOfCheck:
    'For a look before you deliver. If you deliver the other rows, download the rejected rows again after that: only the file of the delivery closes its rows in the list of rejected rows.',
  failed: 'The rejected rows could not be downloaded',
};

export const sourceCopy = {
  label: 'Source of the file',
  hint: 'Its license decides where its closings are shown, and its trust which report wins.',
  choose: 'Choose the source',
  awaited: 'Choose the source of this file. The file is then checked.',
  loading: 'Loading sources',
  failed: 'Sources could not be loaded',
};

/** Returns the name of a source in a list, with the facts that decide between sources. */
export function nameOfSource({ name, kind, isValid }: Pick<Source, 'name' | 'kind' | 'isValid'>): string {
  const facts = [kind === 'key' && 'sends with an ingestion key', !isValid && 'license ended'].filter(
    Boolean,
  );
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}

export const checkedText = (accepted: number, rejected: number): string =>
  `${rowsText(accepted)} can be delivered, ${number(rejected)} rejected`;

/** Returns the label of the button that delivers. */
export const deliverText = (accepted: number, isWarned: boolean): string =>
  `Deliver ${rowsText(accepted)}${isWarned ? ' anyway' : ''}`;

export const awaitingText = (name: string): string => `${name} is checked when its source is chosen`;

export const refusedText = (name: string): string => `${name} cannot be delivered`;

export const deliveredText = (accepted: number, rejected: number): string =>
  `${rowsText(accepted)} accepted, ${number(rejected)} rejected`;

export const withoutPrice = (count: number): string =>
  `${number(count)} of the accepted rows ${count === 1 ? 'has' : 'have'} no disclosed price.`;

export const blankText = (count: number): string =>
  `${count === 1 ? '1 blank line was' : `${number(count)} blank lines were`} skipped.`;

/** `text` replaces the reason of the server. */
export type Advice = { title: string; text?: string; advice?: string };

const unreadable: Advice = { title: 'This file cannot be read' };
const empty: Advice = {
  title: 'This file has no rows',
  advice: 'Check that you chose the right file, and that its table has a header and rows.',
};

const agentsNeeded = {
  text: 'ClosingWire sells contacts of agents, so the file cannot be delivered as it is.',
  advice:
    "Ask the source for a file with each sale's agent and the agent's email or phone. Or choose below the column that holds the agent's name.",
};

/** A file of a kind that never names agents. `reason` is one of the server's, without a capital and an end. */
export const noAgents = (reason: string): Advice => ({
  title: 'This file names no agents',
  text: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. ${agentsNeeded.text}`,
  advice: agentsNeeded.advice,
});

export const noAgentColumn: Advice = {
  title: "No column with the agent's name was found",
  ...agentsNeeded,
};

/** By the code of the refusal. */
export const refusals: Readonly<Record<string, Advice>> = {
  missing_columns: {
    title: 'Required columns are missing',
    advice:
      'Choose below which column has each required field. If the names below are not the header of your table, delete the lines above it in the file.',
  },
  repeated_columns: {
    title: 'Several columns claim the same field',
    advice:
      'Choose below what to do with each of them. If they have the same name, rename them in the file and choose it again.',
  },
  mixed_dates: {
    title: 'The dates have day and month in both orders',
    advice: 'Choose the order of dates. Rows whose date does not fit that order are then rejected.',
  },
  empty_file: empty,
  empty_workbook: empty,
  zip_without_data: empty,
  source_required: {
    title: 'The source of the file is not chosen',
    advice: 'Choose the source. The file is then checked.',
  },
  ingestion_unavailable: {
    title: 'Leads cannot be accepted at the moment',
    advice: 'Try again in a minute.',
  },
};

export const otherRefusal = unreadable;

export const noReply = {
  title: 'The file could not be sent',
  check: 'The connection failed, or the file was changed after you chose it. Choose it again.',
  delivery:
    'The connection failed, so it is not known whether the rows were accepted. Look in the deliveries below. You may deliver the file again: a repeated row is stored once.',
};

export const failedCheck = 'The file could not be checked. Try again in a moment.';

export const datesCopy = {
  label: 'Order of dates',
  hint: 'Decides days such as 3/9/2026.',
  byFile: 'As the file proves',
  orders: { 'month-first': 'Month first (March 9)', 'day-first': 'Day first (September 3)' },
};

export const columnsCopy = {
  title: 'Columns',
  text: 'Choose a field for a column that is read wrongly or not at all. The file is then checked again.',
  asBefore: 'Columns are read as they were chosen for the last file of this source.',
  byName: 'By its name',
  notRead: 'Not read',
  unnamed: '(no name)',
  groups: { agent: 'Agent', property: 'Property' },
};

/** Returns for example "3 in November 2026 (UTC): 1,240 rows accepted, of which 200 were undone". */
export function monthRowsText(
  month: string,
  total: number,
  rows: { accepted: number; undone: number } | undefined,
): string {
  const deliveries = `${number(total)} in ${monthText(month)} (UTC)`;
  if (!rows) return deliveries;
  return `${deliveries}: ${rowsText(rows.accepted)} accepted${ofWhichUndone(rows)}`;
}

export const states: Record<IngestedBatch['state'], StateLook> = {
  receiving: { label: 'Receiving', tone: 'neutral' },
  loading: { label: 'Loading', tone: 'neutral' },
  done: { label: 'Done', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
};

export const undoCopy = {
  title: 'Undo this delivery',
  action: 'Undo Delivery',
  started: 'The delivery is being undone',
  failed: 'Failed to undo the delivery',
  follows: [
    'Removes what only this delivery reported, and gives changed closings and agents back what they had.',
    'What later deliveries reported stays.',
    'To take the undo back, deliver the same rows again.',
  ],
  running: 'Being undone; this takes some seconds',
  impossible: 'Not possible',
};

/** Returns what an undo does to rejected rows: those of the delivery, and those that it repaired. */
export function rejectsAfterUndo(rejected: number): string[] {
  const own =
    rejected === 1
      ? 'Its rejected row is no longer open. The list of rejected rows shows it as “Delivery undone”, and you can still download it.'
      : `Its ${number(rejected)} rejected rows are no longer open. The list of rejected rows shows them as “Delivery undone”, and you can still download them.`;
  return [
    ...(rejected > 0 ? [own] : ['It has no rejected rows.']),
    'A rejected row of an earlier delivery that this one repaired is open again.',
  ];
}

const undoStates: Partial<Record<Undo['state'], StateLook>> = {
  running: { label: 'Being undone', tone: 'caution' },
  done: { label: 'Undone', tone: 'neutral' },
};

/** Returns the state of a delivery's undo if it has one, else of the delivery. */
export const stateOf = ({ state, undo }: IngestedBatch): StateLook => undoStates[undo.state] ?? states[state];

/** Names a delivery for assistive software and in dialogs. */
export const nameOf = ({ fileName, startedAt }: IngestedBatch): string =>
  fileName ?? `the delivery of ${formatInstant(startedAt)}`;

/** Names the sender of a delivery. A key has a name of its own, which does not show that it is a key. */
export function senderOf({ source, sender }: Pick<IngestedBatch, 'source' | 'sender'>): string {
  if (sender === 'key') return `Ingestion key '${source}'`;
  if (sender === 'feed') return `Feed of ${source}`;
  return source || 'Deleted';
}

/** Returns the name of a sender for the inside of a sentence. */
export const inSentence = (sender: string): string =>
  sender.replace(/^(?:Ingestion key|Feed) /, start => `the ${start.toLowerCase()}`);

const agentText = (count: number) => `${number(count)} ${count === 1 ? 'agent' : 'agents'}`;

/** Returns for example "12 closings removed, 30 restored, 3 kept because a later delivery reported them · 2 agents …". */
export function undoneText({ removed, restored, kept, agents }: UndoCounts): string {
  const keptText = `${number(kept)} kept because a later delivery reported ${kept === 1 ? 'it' : 'them'}`;
  const closings = [`${countText(removed)} removed`, `${number(restored)} restored`, kept > 0 && keptText];
  const named = agents && [`${agentText(agents.removed)} removed`, `${number(agents.restored)} restored`];
  return [closings, named].flatMap(parts => (parts ? parts.filter(Boolean).join(', ') : [])).join(' · ');
}

type Format = DeliveryReport['format'];

const kinds: Record<Format['kind'], string> = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  json: 'JSON',
  sheet: 'Excel workbook',
};

const encodings: Record<NonNullable<Format['encoding']>, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
};

const dateOrderTexts: Record<Format['dateOrder'], string> = {
  'month-first': 'dates month first',
  'day-first': 'dates day first',
  mixed: 'dates in both orders',
};

const delimiters: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

function packedText({ container, entry, kind }: Format): string {
  const inside = entry === null ? '' : ` '${entry}'`;
  if (container === 'gzip') return `${kinds[kind]} in a gzip file`;
  if (container === 'zip') return `${kinds[kind]}${inside} in a zip file`;
  return kind === 'sheet' && inside ? `${kinds[kind]}, sheet${inside}` : kinds[kind];
}

/** Describes how a file is written, such as "CSV, UTF-8, separated by commas, header in line 1, dates month first". */
export function formatText(format: Format): string {
  const { kind, encoding, delimiter, headerLine, mapping, dateOrder } = format;
  const isTable = headerLine !== null;
  return [
    packedText(format),
    encoding && encodings[encoding],
    delimiter && `separated by ${delimiters[delimiter] ?? `'${delimiter}'`}`,
    isTable && `header in ${kind === 'sheet' ? 'row' : 'line'} ${number(headerLine)}`,
    mapping && `recognized as '${mapping}'`,
    dateOrderTexts[dateOrder],
  ]
    .filter(Boolean)
    .join(', ');
}
