import type { DashboardFilters } from '@closingwire/contracts/leads';
import { Download, FileSpreadsheet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { repeatLabel } from './file-words.ts';
import { useFileChoice, useMakeFile } from './queries.ts';

const FilesDialog = lazy(() => import('./files-dialog.tsx'));

type MoreFilesProps = { filters: DashboardFilters; isEmpty: boolean };

/** Buttons beside the dashboard's export: the last choice again, and all other files. A server without them has none. */
export default function MoreFiles({ filters, isEmpty }: MoreFilesProps) {
  const [isOpen, setOpen] = useState(false);
  const choice = useFileChoice();
  const make = useMakeFile();
  if (!choice.data) return null;
  const last = choice.data.choice;
  return (
    <>
      {last && (
        <Button disabled={isEmpty || make.isPending} onClick={() => make.mutate({ filters, choice: last })}>
          <Download aria-hidden /> {repeatLabel(last)}
        </Button>
      )}
      <Button onClick={() => setOpen(true)}>
        <FileSpreadsheet aria-hidden /> More files
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilesDialog filters={filters} isEmpty={isEmpty} last={last} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
