import type { FileChoice, KeptExport, LeftOut } from '@closingwire/contracts/exports';
import type { FilePreset } from '@closingwire/contracts/file-layouts';
import { crmLabels } from '@closingwire/contracts/file-names';
import { formatDay, toDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';
import type { Notice } from '../../../lib/notify.ts';
import { exported } from '../copy.ts';
import { propertyTypeLabels } from '../filters/closing-filters.ts';

export const presetLabels: Record<FilePreset, string> = {
  full: 'All columns, a row for each closing',
  'follow-up-boss': crmLabels['follow-up-boss'],
  hubspot: crmLabels.hubspot,
  mailchimp: crmLabels.mailchimp,
  labels: 'Mail merge labels',
};

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Names the exports of the same kind and view. */
export function likeText({ preset }: Pick<FileChoice, 'preset'>, view: string | undefined): string {
  const exports = preset === 'full' ? 'full files' : `exports for ${crmLabels[preset]}`;
  return view ? `${exports} of the view “${view}”` : `${exports} without a view`;
}

export const onlyNewText = (choice: FileChoice, view: string | undefined): string => {
  const earlier = choice.comparedWith === 'all' ? 'exports of any kind' : likeText(choice, view);
  return `Leaves out agents whom your earlier ${earlier} held, also with a new closing.`;
};

/** Files of closings, without a preset's own name. */
const fileNames = { dashboard: 'Dashboard file', list: 'File of lists', full: 'Full file' };
const hasFileName = (preset: KeptExport['preset']): preset is keyof typeof fileNames => preset in fileNames;

const namedExport = ({ preset, view, madeAt }: LeftOut['exports'][number]): string => {
  const file = hasFileName(preset) ? fileNames[preset].toLowerCase() : `export for ${crmLabels[preset]}`;
  return `the ${file} of ${formatDay(toDay(new Date(madeAt)))}${view ? ` (view “${view.name}”)` : ''}`;
};

/** Says how many agents a file leaves out, and which exports had them. */
export function leftOutText({ agents, exports }: LeftOut): string {
  if (agents === 0) return 'It leaves out no agent now.';
  const others = agents - exports.reduce((sum, each) => sum + each.agents, 0);
  const parts = exports.map(each => `${each.agents.toLocaleString('en-US')} from ${namedExport(each)}`);
  const rest = others > 0 ? [`${others.toLocaleString('en-US')} from others`] : [];
  return `It leaves out ${plural(agents, 'agent')} now: ${[...parts, ...rest].join(', ')}.`;
}

const noRows: Partial<Record<FilePreset, string>> = {
  mailchimp:
    'No agent with an email address matches your filters. Choose another kind of file, or change the filters.',
  labels:
    'No agent with a full office address matches your filters. Choose another kind of file, or change the filters.',
};

/** Says why a file cannot be made and what to do; undefined if it can. */
export function reasonAgainst(
  { preset, columns }: FileChoice,
  counted: { rows: number; leftOut: LeftOut | null } | undefined,
): string | undefined {
  if (preset === 'full' && columns?.length === 0) return 'Choose at least one column.';
  if (counted?.rows !== 0) return undefined;
  const agents = counted.leftOut?.agents ?? 0;
  if (agents === 0) return noRows[preset] ?? 'No closing matches your filters. Change the filters first.';
  const all = agents === 1 ? 'The only agent was' : `All ${plural(agents, 'agent')} were`;
  return `${all} in earlier exports. Turn off “Only agents who are new to you” to download them again.`;
}

/** Toast after an export was downloaded again: people who must not be contacted since then are left out. */
export function againNotice(rows: number, before: number): Notice {
  if (rows === 0 || rows >= before) return exported(rows);
  const [now, then] = [rows, before].map(count => count.toLocaleString('en-US'));
  const description = `Downloaded ${now} of ${then} agent records. You may no longer use the others, or they are on your lists or marked “Do not call” now.`;
  return { ...exported(rows), description };
}

/** Returns the rows in words: agents in a file with a row for each. */
export const sizeText = ({ preset, agents, closings }: KeptExport): string =>
  hasFileName(preset)
    ? `${plural(agents, 'agent')}, ${plural(closings, 'closing')}`
    : plural(closings, 'agent');

export const kindText = ({ preset, format, columns }: KeptExport): string => {
  const name = hasFileName(preset) ? fileNames[preset] : presetLabels[preset];
  const chosen = columns ? ` with ${plural(columns.length, 'column')}` : '';
  return `${name}${chosen} (${format.toUpperCase()})`;
};

const isType = (type: string): type is keyof typeof propertyTypeLabels => type in propertyTypeLabels;

/** Returns the filters of an export in words. */
export function filterText({ filters, onlyNew, comparedWith, view }: KeptExport): string {
  const { zipCode, zips, search, side, city, state, minPrice, maxPrice, propertyType, fromDate, toDate } =
    filters;
  const parts = [
    onlyNew && (comparedWith === 'all' ? 'only new agents' : 'only agents new to files like it'),
    view && `view ${view.name}`,
    zipCode && `ZIP ${zipCode}`,
    zips && `ZIPs ${String(zips).replaceAll(',', ' ')}`,
    search && `with “${search}”`,
    side && `side ${side}`,
    city && `city ${city}`,
    state && `state ${state}`,
    minPrice !== undefined && `from ${formatUsd(Number(minPrice))}`,
    maxPrice !== undefined && `up to ${formatUsd(Number(maxPrice))}`,
    propertyType &&
      isType(String(propertyType)) &&
      propertyTypeLabels[propertyType as keyof typeof propertyTypeLabels],
    fromDate && `sold from ${formatDay(String(fromDate))}`,
    toDate && `sold until ${formatDay(String(toDate))}`,
    !fromDate && !toDate && 'the last 7 days',
  ];
  return parts.filter(Boolean).join(', ');
}
