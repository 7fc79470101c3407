import type { DoNotCallKind } from '@closingwire/contracts/contacts';
import { useId } from 'react';
import { kindChoices, uploadCopy } from './copy.ts';

type KindChoiceProps = {
  kind: DoNotCallKind | null;
  error: string | undefined;
  onKind: (kind: DoNotCallKind) => void;
};

/** The admin's statement about a file, each with its consequence. None is chosen by default. */
export function KindChoice({ kind: chosen, error, onKind }: KindChoiceProps) {
  const id = useId();
  return (
    <fieldset {...(error && { 'aria-describedby': `${id}-error` })}>
      <legend className="mb-1.5 text-sm font-medium">{uploadCopy.kind}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-xl border border-line">
        {kindChoices.map(({ kind, label, text }) => (
          <label
            key={kind}
            className="flex cursor-pointer gap-3 px-4 py-3 text-sm hover:bg-ink/3 has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={id}
              checked={chosen === kind}
              onChange={() => onKind(kind)}
              className="mt-0.5 size-4 shrink-0 accent-ink"
            />
            <span className="min-w-0">
              <span className="font-semibold">{label}</span>
              <span className="block text-muted">{text}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
