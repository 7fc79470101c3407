/** Columns of a page. */
export const WIDTH = 100;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns text from a file as one line without control characters, which could steer the terminal. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '?').trim();

/** Shortens text to a length. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, Math.max(0, length - 1))}…` : text;

/** Shortens a line to the width of a page. */
export const cutLine = (line: string): string => cut(line, WIDTH).trimEnd();

/** Shortens the longest of the texts, so that all of them fit into a width with `between` between them. */
export function fitted(texts: readonly string[], width: number, between: string): string[] {
  let left = width - between.length * (texts.length - 1);
  const lengths = new Map<number, number>();
  const byLength = [...texts.entries()].toSorted(([, one], [, other]) => one.length - other.length);
  for (const [place, [index, text]] of byLength.entries()) {
    const length = Math.min(text.length, Math.floor(left / (texts.length - place)));
    lengths.set(index, length);
    left -= length;
  }
  return texts.map((text, index) => cut(text, lengths.get(index) ?? 0));
}

/** Returns lines of words: the first after `label`, the others below it. */
export function wrapped(label: string, text: string): string[] {
  const indent = ' '.repeat(label.length);
  const lines: string[] = [];
  let line = label;
  for (const word of text.split(' ')) {
    const isFull = line.length + word.length > WIDTH && line.trim() !== '' && line !== label;
    if (isFull) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].map(cutLine);
}
