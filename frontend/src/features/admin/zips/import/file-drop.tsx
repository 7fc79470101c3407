import clsx from 'clsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { priceNoteHint } from '../copy.ts';

export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isInside);
  };
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <div className="grid gap-5">
      <label
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={event => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
        className={clsx(
          'grid cursor-pointer justify-items-center gap-1 rounded-xl border-2 border-dashed px-6 py-10 text-center transition-colors hover:border-ink has-focus-visible:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
          isOver ? 'border-ink bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
      >
        <FileUp aria-hidden className="mb-1 size-6 text-muted" />
        <span className="font-semibold">Choose a CSV file</span>
        <span className="text-sm text-muted">or drop it here</span>
        <input
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          onChange={event => {
            take(event.target.files);
            // Lets the user choose the same file again after a correction.
            event.target.value = '';
          }}
        />
      </label>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {columns.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="font-medium">{term}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const columns = [
  ['Required columns', 'zipcode (or zip_code, zip code), city, state'],
  ['Optional columns', 'price (25 where empty), available (no only where false or 0)'],
  ['Price', priceNoteHint],
];
