import type { FileChoice } from '@closingwire/contracts/exports';
import { crmLabels } from '@closingwire/contracts/file-names';

/** The label of the button that repeats a choice, with a view that the list below does not name. */
export function repeatLabel({ preset, format, onlyNew }: FileChoice, view?: string): string {
  const what = preset === 'full' ? `Full file as ${format.toUpperCase()}` : `Export for ${crmLabels[preset]}`;
  const file = onlyNew ? `${what}, only new` : what;
  return view ? `${file}: ${view}` : file;
}
