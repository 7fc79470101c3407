import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { FileColumn } from './column-choices.ts';
import {
  type Advice,
  failedCheck,
  noAgentColumn,
  noAgents,
  noReply,
  otherRefusal,
  refusals,
} from './copy.ts';

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
  /** The text is about agents, which the file lacks. */
  isAboutAgents: boolean;
  /** A field that several columns claim, with their numbers from 1. */
  repeated: { field: string; columns: readonly number[] } | undefined;
  /** The same file may be read on another try. */
  canTryAgain: boolean;
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(one => typeof one === 'number');

/** Returns the columns of a refused table. A field that the server does not name is undefined: the column's name decides. */
function columnsIn({ found, fields, notes, examples }: ApiError['body']): FileColumn[] | undefined {
  if (!isTexts(found)) return undefined;
  return found.map((header, index) => {
    const field: unknown = Array.isArray(fields) ? fields[index] : undefined;
    const note: unknown = Array.isArray(notes) ? notes[index] : undefined;
    const shown: unknown = Array.isArray(examples) ? examples[index] : undefined;
    return {
      header,
      field: typeof field === 'string' || field === null ? field : undefined,
      note: typeof note === 'string' ? note : null,
      examples: isTexts(shown) ? shown : [],
    };
  });
}

/** Our column of the agent's name. */
export const AGENT_NAME = 'full_name';

/** Returns the refusal of a file that lacks only the agents, or is of a kind that never names them. */
function refusalWithoutAgents(missing: readonly string[], reasons: unknown): Advice | undefined {
  const reason: unknown = isRecord(reasons) ? reasons[AGENT_NAME] : undefined;
  if (typeof reason === 'string') return noAgents(reason);
  return missing.length === 1 && missing[0] === AGENT_NAME ? noAgentColumn : undefined;
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
      isAboutAgents: false,
      repeated: undefined,
      canTryAgain: true,
    };
  }
  const { missing, field, columns: claims } = error.body;
  const columns = columnsIn(error.body);
  const code = typeof error.body.code === 'string' ? error.body.code : undefined;
  const lacked = isTexts(missing) ? missing : [];
  const aboutAgents = refusalWithoutAgents(lacked, error.body.reasons);
  const known = aboutAgents ?? (code ? refusals[code] : undefined);
  const isAboutFile = error.status === INVALID || error.status === TOO_LARGE;
  const {
    title,
    text = messageOf(error, failedCheck),
    advice,
  } = known ?? (isAboutFile ? otherRefusal : { title: noReply.title });
  return {
    code,
    title,
    text,
    advice,
    ...(columns && { columns }),
    missing: lacked,
    isAboutAgents: aboutAgents !== undefined,
    repeated: typeof field === 'string' && isNumbers(claims) ? { field, columns: claims } : undefined,
    canTryAgain: !isAboutFile,
  };
}
