import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { FileColumn } from './column-choices.ts';
import { failedCheck, noReply, otherRefusal, refusals } from './copy.ts';

/** Why a file was refused, and what the user can do. */
export type Refusal = {
  code: string | undefined;
  title: string;
  text: string;
  advice?: string | undefined;
  /** The columns of the table, if they can be mapped by hand. */
  columns?: readonly FileColumn[];
  /** Our columns that the file lacks. */
  missing: readonly string[];
  /** A field that several columns claim, with their numbers from 1. */
  repeated: { field: string; columns: readonly number[] } | undefined;
  /** The same file may be read on another try. */
  canTryAgain: boolean;
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string');

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(one => typeof one === 'number');

/** Returns the columns of a refused table. A field that the server does not name is undefined: the column's name decides. */
function columnsIn({ found, fields, examples }: ApiError['body']): FileColumn[] | undefined {
  if (!isTexts(found)) return undefined;
  return found.map((header, index) => {
    const field: unknown = Array.isArray(fields) ? fields[index] : undefined;
    const shown: unknown = Array.isArray(examples) ? examples[index] : undefined;
    return {
      header,
      field: typeof field === 'string' || field === null ? field : undefined,
      examples: isTexts(shown) ? shown : [],
    };
  });
}

const TOO_LARGE = 413;
const INVALID = 400;

/** Returns the explanation of a failed check or delivery. */
export function refusalOf(error: Error, purpose: 'check' | 'delivery'): Refusal {
  if (!(error instanceof ApiError)) {
    const text = error instanceof TypeError ? noReply[purpose] : failedCheck;
    return {
      code: undefined,
      title: noReply.title,
      text,
      missing: [],
      repeated: undefined,
      canTryAgain: true,
    };
  }
  const { missing, field, columns: claims } = error.body;
  const columns = columnsIn(error.body);
  const code = typeof error.body.code === 'string' ? error.body.code : undefined;
  const known = code ? refusals[code] : undefined;
  const isAboutFile = error.status === INVALID || error.status === TOO_LARGE;
  const { title, advice } = known ?? (isAboutFile ? otherRefusal : { title: noReply.title });
  return {
    code,
    title,
    text: messageOf(error, failedCheck),
    advice,
    ...(columns && { columns }),
    missing: isTexts(missing) ? missing : [],
    repeated: typeof field === 'string' && isNumbers(claims) ? { field, columns: claims } : undefined,
    canTryAgain: !isAboutFile,
  };
}
