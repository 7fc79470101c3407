import clsx from 'clsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';

type FileDropProps = {
  /** The label of the field, such as 'Choose a CSV file'. */
  label: string;
  /** Types of files, as in the `accept` of an input. */
  accept: string;
  onFile: (file: File) => void;
};

/** A field for one file, which can also be dropped on it. */
export function FileDrop({ label, accept, onFile }: FileDropProps) {
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
      <span className="font-semibold">{label}</span>
      <span className="text-sm text-muted">or drop it here</span>
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={event => {
          take(event.target.files);
          // Lets the user choose the same file again after a correction.
          event.target.value = '';
        }}
      />
    </label>
  );
}
