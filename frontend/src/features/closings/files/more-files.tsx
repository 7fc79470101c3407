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
  const viewId = state.view?.id ?? null;
  const { data: remembered, isPlaceholderData } = useFileChoice(viewId);
  const make = useMakeFile();
  if (!remembered) return null;
  const last = remembered.choice;
  return (
    <>
      {last && (
        <Button
          disabled={isEmpty || isPlaceholderData || make.isPending}
          onClick={() => make.mutate({ filters: state.query, choice: last, viewId })}
        >
          <Download aria-hidden /> {repeatLabel(last)}
        </Button>
      )}
      <Button onClick={() => setOpen(true)}>
        <FileSpreadsheet aria-hidden /> More files
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilesDialog
            state={state}
            zipCodes={zipCodes}
            remembered={isPlaceholderData ? { ...remembered, isOfView: false } : remembered}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
