/** One line for the operator: what is missing or unsafe, and what to do. Only problems stop a deployment. */
export type Finding = { level: 'problem' | 'warning'; item: string; text: string };

export const problem = (item: string, text: string): Finding => ({ level: 'problem', item, text });
export const warning = (item: string, text: string): Finding => ({ level: 'warning', item, text });

/** The result of a lookup outside of this process. `unknown` has the reason why it could not be asked. */
export type Looked<T> =
  | { kind: 'found'; value: T }
  | { kind: 'missing' }
  | { kind: 'unknown'; reason: string };

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const shown = ({ level, item, text }: Finding) => `${level === 'warning' ? 'warning: ' : ''}${item}: ${text}`;

/**
 * The lines to print, and whether a problem is among them. Problems of `accepted` items count as warnings, because the
 * operator knows of them.
 */
export function report(
  findings: readonly Finding[],
  accepted: readonly string[] = [],
): { lines: string[]; hasProblems: boolean } {
  const judged = findings.map(finding =>
    accepted.includes(finding.item) ? warning(finding.item, finding.text) : finding,
  );
  const problems = judged.filter(({ level }) => level === 'problem');
  const warnings = judged.filter(({ level }) => level === 'warning');
  const summary = `${counted(problems.length, 'problem')}, ${counted(warnings.length, 'warning')}`;
  return { lines: [...[...problems, ...warnings].map(shown), summary], hasProblems: problems.length > 0 };
}
