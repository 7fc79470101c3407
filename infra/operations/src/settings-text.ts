import { parseEnv } from 'node:util';

/** A setting; `from` and `to` are the offsets of its text. */
export type SettingEntry = { name: string; value: string; line: number; from: number; to: number };

/** The settings in a file's text, and a sentence per fault. */
export type SettingsText = { entries: SettingEntry[]; faults: string[] };

const BYTE_ORDER_MARK = '\uFEFF';
const lineBreaks = /\r\n?|\n/g;
const blankLine = /^[ \t]*(#.*)?$/;
const head = /[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*/y;
const quotedValue = /("[^"]*"|'[^']*'|`[^`]*`)[ \t]*(?:#[^\r\n]*)?(?=\r|\n|$)/y;
const restOfLine = /[^\r\n]*(?=\r|\n|$)/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Node cuts an unquoted value at every `#`, and drops text after a closing quote. */
function faultOf(raw: string, before: string): string | undefined {
  if (/^["'`]/.test(raw)) return 'one pair of quotes around the whole value';
  return /^[^#]*[^ \t#]#/.test(before + raw) ? 'quotes around a value with #' : undefined;
}

function faultsOfRepeats(entries: readonly SettingEntry[]): string[] {
  const byName = Object.entries(Object.groupBy(entries, ({ name }) => name));
  return byName.flatMap(([name, same = []]) => {
    if (same.length < 2) return [];
    const lines = same.map(({ line }) => line).join(' and ');
    return `${name}: expected one line, got lines ${lines}; remove all but one.`;
  });
}

/**
 * Parses settings as Node does: quotes may span lines, `$` is literal, `#` after a space starts a comment. A fault is
 * text that Node would cut, drop or override silently.
 */
export function readSettingsText(text: string): SettingsText {
  const entries: SettingEntry[] = [];
  const faults: string[] = [];
  let at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for (let line = 1; at < text.length; line++) {
    const [start, name = ''] = matchAt(head, text, at) ?? [''];
    const valueAt = at + start.length;
    const quoted = name && matchAt(quotedValue, text, valueAt)?.[0];
    const raw = quoted || (matchAt(restOfLine, text, valueAt)?.[0] ?? '');
    const to = valueAt + raw.length;
    if (name) {
      const fault = quoted ? undefined : faultOf(raw, text.charAt(valueAt - 1));
      if (fault) faults.push(`${name}: expected ${fault} in line ${line}; correct it.`);
      const value = parseEnv(`${name}=${raw.replaceAll(lineBreaks, '\n')}`)[name] ?? '';
      entries.push({ name, value, line, from: at, to });
    } else if (!blankLine.test(raw)) {
      faults.push(`line ${line}: expected NAME=value or a comment; correct it.`);
    }
    line += raw.match(lineBreaks)?.length ?? 0;
    at = to + (text.startsWith('\r\n', to) ? 2 : 1);
  }
  return { entries, faults: [...faults, ...faultsOfRepeats(entries)] };
}

function quoteFor(value: string): string {
  if (/^[\w./:@%+=,~-]*$/.test(value)) return '';
  const quote = ["'", '`', '"'].find(each => !value.includes(each));
  if (quote === undefined) throw new Error('expected a value without all three kinds of quotes');
  return quote;
}

/** Returns the text with a changed setting: in its line, instead of its commented example, or at the end. */
export function withSetting(text: string, name: string, value: string): string {
  const quote = quoteFor(value);
  const line = `${name}=${quote}${value}${quote}`;
  const own = readSettingsText(text).entries.find(entry => entry.name === name);
  if (own) return `${text.slice(0, own.from)}${line}${text.slice(own.to)}`;
  const example = new RegExp(`^# ?${name}=.*$`, 'm');
  if (example.test(text)) return text.replace(example, () => line);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || /[\r\n]$/.test(text) ? '' : end}${line}${end}`;
}
