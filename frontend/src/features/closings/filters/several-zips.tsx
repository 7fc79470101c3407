import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import type { ClosingFiltersState } from './use-closing-filters.ts';
import { ZipBoxes } from './zip-boxes.tsx';

type SeveralZipsProps = { state: ClosingFiltersState; zipCodes: readonly string[] };

const ALL = 'all';
const SOME = 'some';
const ofView = (name: string) => `view ${name}`;

/** Chooses the closings of all ZIPs, of some or of a saved view; the list, the charts and the files have the same. */
export default function SeveralZips({ state, zipCodes }: SeveralZipsProps) {
  const { filters, view, views = [], change } = state;
  const zips = view?.zips ?? filters.zips ?? (filters.zipCode ? [filters.zipCode] : []);
  const chosen = view ? ofView(view.name) : zips.length > 0 ? SOME : ALL;
  const choose = (value: string) => {
    const found = views.find(({ name }) => ofView(name) === value);
    if (value !== SOME) change(found ? { of: found.name } : { zips: null });
  };
  return (
    <section
      aria-label="Several ZIPs or a view"
      className="grid gap-5 rounded-xl bg-sunken p-4 sm:col-span-full sm:grid-cols-[14rem_1fr]"
    >
      <Field label="Closings of">
        {control => (
          <NativeSelect {...control} value={chosen} onChange={event => choose(event.target.value)}>
            <option value={ALL}>All ZIPs</option>
            {chosen === SOME && <option value={SOME}>The chosen ZIPs</option>}
            {views.map(({ id, name }) => (
              <option key={id} value={ofView(name)}>
                {`View: ${name}`}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <div className="grid min-w-0 gap-1.5">
        <ZipBoxes
          zipCodes={zipCodes}
          chosen={zips}
          onChange={next => change({ zips: next.length > 0 ? next : null })}
        />
        {view?.search && <p className="text-sm text-muted">{`Only with “${view.search}”.`}</p>}
        {view?.side && <p className="text-sm text-muted">{`Only on the ${view.side}'s side.`}</p>}
      </div>
    </section>
  );
}
