import { useId, useState } from 'react';
import { TextInput } from '../../../ui/field.tsx';
import { sourcesCopy, statesText } from './copy.ts';
import { stateCodesIn, statesOfLicenses, withState } from './state-codes.ts';

const all = [...statesOfLicenses];

type StatesFieldProps = {
  /** The codes of the chosen states, such as "OR, WA"; '' for every state. */
  text: string;
  onText: (text: string) => void;
};

/** Chooses states by their names. */
export function StatesField({ text, onText }: StatesFieldProps) {
  const [search, setSearch] = useState('');
  const id = useId();
  const chosen = stateCodesIn(text);
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(
    ([code, name]) => name.toLowerCase().includes(wanted) || code.toLowerCase() === wanted,
  );
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      className="grid gap-3 rounded-xl border border-line p-4 sm:col-span-2"
    >
      <legend className="px-1 text-sm font-medium">States</legend>
      <div className="grid gap-1">
        <p role="status" className="text-sm font-medium">
          {statesText(chosen.length === 0 ? null : chosen)}
        </p>
        <p id={`${id}-hint`} className="text-xs text-muted">
          {sourcesCopy.states}
        </p>
      </div>
      <TextInput
        aria-label={sourcesCopy.findState}
        placeholder={sourcesCopy.findState}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter would save the source.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        className="sm:max-w-72"
      />
      <div className="grid max-h-44 gap-x-6 gap-y-2 overflow-y-auto sm:grid-cols-3">
        {shown.map(([code, name]) => (
          <label key={code} className="flex min-w-0 cursor-pointer items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              onChange={({ target }) => onText(withState(chosen, code, target.checked))}
              className="size-4 shrink-0 accent-ink"
            />
            {name}
          </label>
        ))}
        {shown.length === 0 && <p className="text-sm text-muted">{sourcesCopy.noState}</p>}
      </div>
    </fieldset>
  );
}
