import { shownValue } from '@closingwire/chassis/config';

/** One line for the operator: a missing or unsafe item and the remedy. Only problems stop a deployment. */
export type Finding = {
  level: 'problem' | 'warning';
  item: string;
  text: string;
  /** True if a process would not start: the operator cannot accept the problem. */
  isFirm?: boolean;
};

export const problem = (item: string, text: string): Finding => ({ level: 'problem', item, text });
export const warning = (item: string, text: string): Finding => ({ level: 'warning', item, text });

/** A value that a process would refuse. It is not shown if it may be secret. */
export const refusedValue = (setting: string, expected: string, value: string | undefined): Finding =>
  problem(setting, `expected ${expected}, got ${shownValue(setting, value)}; correct it.`);

/** The result of a lookup outside this process. `unknown` has the reason for a failed lookup. */
export type Looked<T> =
  | { kind: 'found'; value: T }
  | { kind: 'missing' }
  | { kind: 'unknown'; reason: string };

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const shown = ({ level, item, text }: Finding) => `${level === 'warning' ? 'warning: ' : ''}${item}: ${text}`;

/** Returns the lines to print and whether a problem is open. Problems of `accepted` items count as warnings. */
export function report(
  findings: readonly Finding[],
  accepted: readonly string[] = [],
): { lines: string[]; hasProblems: boolean } {
  const judged = findings.map(finding =>
    accepted.includes(finding.item) && !finding.isFirm ? warning(finding.item, finding.text) : finding,
  );
  const problems = judged.filter(({ level }) => level === 'problem');
  const warnings = judged.filter(({ level }) => level === 'warning');
  const summary = `${counted(problems.length, 'problem')}, ${counted(warnings.length, 'warning')}`;
  return { lines: [...[...problems, ...warnings].map(shown), summary], hasProblems: problems.length > 0 };
}

/** Items that are not settings. */
const items = [
  ...['settings', 'DNS', 'SPF', 'DKIM', 'DMARC', 'clock', 'disk', 'backup'],
  ...['Postgres', 'MongoDB', 'Kafka', 'SMTP', 'Kafka topics'],
];
const ofStripe = '(?:webhook endpoint|customer portal|price)';
const itemPattern = new RegExp(`^(?:Kafka topic \\S+|Stripe (?:test|live) mode, ${ofStripe})$`);

/** Returns the items in DOCTOR_ACCEPTS, separated by commas. A Stripe item itself contains one comma. */
export const acceptedItems = (text = ''): string[] =>
  text
    .split(new RegExp(`,(?!\\s*${ofStripe})`))
    .map(item => item.trim())
    .filter(Boolean);

/** Finds accepted items without a check; `settings`: names of all settings. */
export const checkAccepted = (accepted: readonly string[], settings: readonly string[]): Finding[] =>
  accepted
    .filter(item => ![...items, ...settings].includes(item) && !itemPattern.test(item))
    .map(item => {
      const text = `expected items as the lines of the doctor begin with, such as SPF or MAIL_FROM, got ${item}; correct or remove it.`;
      return problem('DOCTOR_ACCEPTS', text);
    });
