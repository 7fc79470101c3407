import { Download, FileSpreadsheet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ClosingFiltersState } from '../filters/use-closing-filters.ts';
import { useFileChoice, useMakeFile } from './queries.ts';
import { repeatLabel } from './repeat-label.ts';
import { useFilesState } from './use-files-state.ts';

const FilesDialog = lazy(() => import('./files-dialog.tsx'));

type MoreFilesProps = { state: ClosingFiltersState; zipCodes: readonly string[]; isEmpty: boolean };

/** Buttons beside the dashboard's export: the last choice again, and all other files. A server without them has none. */
export default function MoreFiles({ state: ofClosings, zipCodes, isEmpty }: MoreFilesProps) {
  const [isOpen, setOpen] = useState(false);
  const { state, isOfToday } = useFilesState(ofClosings);
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
          <Download aria-hidden /> {repeatLabel(last, isOfToday ? state.view?.name : undefined)}
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
            remembered={remembered}
            isRead={!isPlaceholderData}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
