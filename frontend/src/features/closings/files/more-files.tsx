import { Download, FileSpreadsheet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ClosingFiltersState } from '../filters/use-closing-filters.ts';
import { repeatLabel } from './file-words.ts';
import { useFileChoice, useMakeFile } from './queries.ts';

const FilesDialog = lazy(() => import('./files-dialog.tsx'));

type MoreFilesProps = { state: ClosingFiltersState; zipCodes: readonly string[]; isEmpty: boolean };

/** Buttons beside the dashboard's export: the last choice again, and all other files. A server without them has none. */
export default function MoreFiles({ state, zipCodes, isEmpty }: MoreFilesProps) {
  const [isOpen, setOpen] = useState(false);
  const choice = useFileChoice();
  const make = useMakeFile();
  if (!choice.data) return null;
  const last = choice.data.choice;
  return (
    <>
      {last && (
        <Button
          disabled={isEmpty || make.isPending}
          onClick={() => make.mutate({ filters: state.query, choice: last, viewId: state.view?.id ?? null })}
        >
          <Download aria-hidden /> {repeatLabel(last)}
        </Button>
      )}
      <Button onClick={() => setOpen(true)}>
        <FileSpreadsheet aria-hidden /> More files
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilesDialog state={state} zipCodes={zipCodes} last={last} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
