import { existsSync, readFileSync, statSync } from 'node:fs';
import type { CliConfig } from '../config.ts';
import { latestSaleDay } from '../reading/day.ts';
import { parseMapping } from '../reading/mapping.ts';
import {
  csvSaleDate,
  ndjsonSaleDate,
  type SaleDate,
  type Shift,
  shifted,
  shiftToRecent,
} from './date-shift.ts';
import { type FileRecord, fileRecords, type RequestForm, requestFormOf } from './file-records.ts';
import { fileBytes, type Survey, surveyFile } from './survey-file.ts';

/** A file of leads; `records` have their dates shifted if requested. */
export type LeadFile = {
  path: string;
  bytes: number;
  map: string | undefined;
  survey: Survey;
  form: RequestForm;
  shift: Shift | undefined;
  records(onRead: (bytes: number) => void): AsyncIterable<FileRecord[]>;
};

function readMap(map: string | undefined): string | undefined {
  if (map?.endsWith('.json') && !existsSync(map)) throw new Error(`There is no file '${map}'`);
  return map && existsSync(map) ? readFileSync(map, 'utf8') : map;
}

async function shiftOf(
  records: AsyncIterable<FileRecord[]>,
  at: SaleDate,
  wish: 'recent' | number,
  today: string,
): Promise<Shift> {
  if (typeof wish === 'number') return { days: wish, latest: today };
  const days: string[] = [];
  for await (const group of records) {
    for (const { text } of group) {
      const day = at.read(text);
      if (day) days.push(day);
    }
  }
  return shiftToRecent(days, today);
}

async function* moved(records: AsyncIterable<FileRecord[]>, at: SaleDate, shift: Shift) {
  for await (const group of records) yield group.map(record => shifted(record, at, shift));
}

/** Surveys a file. Throws readable errors if the file or the mapping is not usable. */
export async function openLeadFile(
  { FILE: path, MAP, SHIFT, DATES }: CliConfig,
  now: Date,
): Promise<LeadFile> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new Error(`There is no file '${path}'`);
  // A pipe can be read only once.
  if (!stat.isFile()) throw new Error(`Expected a regular file; got a folder or a pipe at '${path}'`);
  const map = readMap(MAP);
  const latest = latestSaleDay(now);
  const mapping = parseMapping(map);
  const survey = await surveyFile(() => fileBytes(path), { mapping, latest, order: DATES });
  const { form, order } = survey;
  const recordsAs = (onRead?: (bytes: number) => void) => fileRecords(fileBytes(path, onRead), form);
  const columns = form.table?.columns;
  const at = columns ? csvSaleDate(columns, { latest, order }) : ndjsonSaleDate({ latest, order });
  const today = now.toISOString().slice(0, 10);
  const shift = SHIFT === undefined ? undefined : await shiftOf(recordsAs(), at, SHIFT, today);
  return {
    path,
    bytes: stat.size,
    map,
    survey,
    form: requestFormOf(form),
    shift,
    records: onRead => (shift ? moved(recordsAs(onRead), at, shift) : recordsAs(onRead)),
  };
}
