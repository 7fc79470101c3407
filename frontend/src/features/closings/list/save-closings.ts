import { dashboardFileFields } from 'virtual:lead-fields';
import type { Closing } from '@closingwire/contracts/lead';
import { downloadCsv } from '../../../lib/csv.ts';
import { leadColumns, leadFile } from './lead-csv.ts';

/** Saves closings as the dashboard's CSV file, and returns their number; without closings it saves none. */
export function saveClosings(fileName: string, closings: readonly Closing[]): number {
  const file = leadFile(leadColumns(dashboardFileFields));
  file.add(closings);
  if (file.count > 0) downloadCsv(fileName, file.text());
  return file.count;
}
