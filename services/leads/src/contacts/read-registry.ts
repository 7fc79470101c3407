import { AppError } from '@closingwire/chassis/app-error';
import type { DoNotCallKind } from '@closingwire/contracts/contacts';
import { unpack } from '../reading/unpack.ts';
import { listLines } from '../uploaded-list.ts';

/** A number of the registry. `isRemoved`: a list of changes removes it. */
export type RegistryNumber = { digits: string; isRemoved: boolean };

const refused = (message: string) => new AppError('invalid', 'invalid_list', message);

/** Area code and number begin with 2 to 9. */
const northAmerican = /^1?([2-9]\d{2}[2-9]\d{6})$/;

/** Returns the ten digits of a line: in one cell, or the area code and the number in two. */
function digitsOf([first = '', second = '']: readonly string[]): string | undefined {
  const [one, other] = [first, second].map(cell => cell.replace(/[\s().+-]/g, ''));
  return northAmerican.exec(one ?? '')?.[1] ?? northAmerican.exec(`${one}${other}`)?.[1];
}

const marks: Record<string, boolean> = { a: false, add: false, d: true, delete: true };

/** Returns true if the line removes a number, false if it adds one; undefined without a mark. */
const markOf = (cells: readonly string[]): boolean | undefined =>
  cells
    .slice(1)
    .map(cell => marks[cell.trim().toLowerCase()])
    .find(mark => mark !== undefined);

const shown = (cells: readonly string[]) => cells.join(',').slice(0, 60);

/** The error of a file whose first number has the form of the other kind. */
function otherKind(expected: DoNotCallKind, cells: readonly string[], line: number): AppError {
  const text =
    expected === 'full'
      ? `expected a complete list, which has numbers without marks; got a change: '${shown(cells)}'. Choose changes for this file`
      : `expected changes, which have the mark A or D in each line; got '${shown(cells)}'. The registry has no changes without marks`;
  return new AppError('invalid', 'other_kind', `Line ${line}: ${text}`);
}

/** Reads numbers as they arrive, as many at a time as one read contains. Throws if their form is not that of `kind`. */
async function* numbersOf(
  bytes: AsyncIterable<Buffer>,
  kind: DoNotCallKind,
): AsyncIterable<RegistryNumber[]> {
  let hasNumbers = false;

  function numberOf(cells: readonly string[], line: number): RegistryNumber[] {
    const digits = digitsOf(cells);
    // A first line of words is a header.
    if (!digits && line === 1 && !/\d|^</.test(cells.join(''))) return [];
    if (!digits)
      throw refused(
        `Line ${line}: expected an area code and a number, such as 206,5550142; got '${shown(cells)}'`,
      );
    const mark = markOf(cells);
    const isOfKind = (kind === 'changes') === (mark !== undefined);
    if (!isOfKind && !hasNumbers) throw otherKind(kind, cells, line);
    const expected = kind === 'full' ? 'a number without a mark' : 'the mark A or D';
    if (!isOfKind) throw refused(`Line ${line}: expected ${expected}, as before; got '${shown(cells)}'`);
    hasNumbers = true;
    return [{ digits, isRemoved: mark === true }];
  }

  for await (const lines of listLines(bytes, { isHeader: () => false, refused })) {
    yield lines.flatMap(({ cells, line }) => numberOf(cells, line));
  }
  if (!hasNumbers) throw refused('Expected lines with an area code and a number; got none');
}

/** Opens an uploaded list of the registry. `entry` is the name of the file in a zip. */
export async function openRegistryList(body: AsyncIterable<Buffer>, kind: DoNotCallKind) {
  const unpacked = await unpack(body);
  if (unpacked.kind === 'sheet') throw refused('Expected the flat text file of the registry; got a workbook');
  return { entry: unpacked.entry, numbers: numbersOf(unpacked.bytes, kind) };
}
