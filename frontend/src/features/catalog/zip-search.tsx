import type { Zip } from '@closingwire/contracts/screen-api';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { specialKinds } from '../../product/zip-kinds.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { noMatch } from './copy.ts';

/** A county, or the miles around a place: all of it is wanted, and suggestions would cover the button that adds it. */
const AREA = /^(within\s+)?\d+\s*mi|\s(county|parish|borough|census area|municipality)(,|$)/i;

type ZipSearchProps = {
  text: string;
  /** The text of the suggestions; empty without any. */
  query: string;
  isDisabled: boolean;
  isSettled: boolean;
  suggestions: readonly Zip[];
  onText: (text: string) => void;
  onPick: (zip: Zip) => void;
};

/** A combobox: type three characters and pick a ZIP, which joins the order. Enter alone adds nothing. */
export function ZipSearch(props: ZipSearchProps) {
  const { text, query, isDisabled, isSettled, suggestions: shown, onText, onPick } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isListing = isOpen && query !== '' && isSettled && !AREA.test(query);
  const hasOptions = isListing && shown.length > 0;

  const pick = (zip: Zip | undefined) => {
    if (!zip?.isAvailable) return;
    onPick(zip);
    onText('');
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    if (!hasOptions) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % shown.length);
    else if (event.key === 'ArrowUp') setActive((active <= 0 ? shown.length : active) - 1);
    // Without an option that the user went to, Enter only searches.
    else if (event.key === 'Enter') active < 0 ? setOpen(false) : pick(shown[active]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative">
      <Field
        label="Search ZIP code or city"
        hint={isDisabled ? undefined : "Or a county, such as 'Travis County', or 'within 10 miles of 78701'"}
      >
        {control => (
          <span className="relative block">
            <Search aria-hidden className="pointer-events-none absolute left-3 top-3 size-4 text-muted" />
            <TextInput
              {...control}
              role="combobox"
              aria-expanded={hasOptions}
              aria-controls={listId}
              aria-autocomplete="list"
              {...(hasOptions && active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
              className="pl-9"
              autoComplete="off"
              placeholder={isDisabled ? 'Choose a state first' : 'At least 3 characters'}
              disabled={isDisabled}
              value={text}
              onChange={event => {
                onText(event.target.value);
                setActive(-1);
                setOpen(true);
              }}
              onFocus={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={onKeyDown}
            />
          </span>
        )}
      </Field>
      <div
        className={clsx(
          'absolute inset-x-0 top-16.5 z-20 max-h-80 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-lift',
          !isListing && 'hidden',
        )}
      >
        <SuggestionList id={listId} zips={shown} active={active} onPick={pick} />
        {isListing && shown.length === 0 && (
          <p className="px-3 py-2 text-sm text-muted" role="status">
            {noMatch(query)}
          </p>
        )}
      </div>
    </div>
  );
}

type SuggestionListProps = {
  id: string;
  zips: readonly Zip[];
  active: number;
  onPick: (zip: Zip) => void;
};

/** Options of the search box, which keeps the focus and handles keys. */
function SuggestionList({ id, zips, active, onPick }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions">
      {zips.map((zip, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keys
        <div
          key={zip.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-disabled={!zip.isAvailable}
          // The input's blur would close the list before the click.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onPick(zip)}
          className={clsx(
            'flex items-center gap-3 rounded-lg px-3 py-2 text-sm',
            index === active ? 'bg-ink/8' : 'hover:bg-ink/5',
            !zip.isAvailable && 'cursor-not-allowed text-muted',
          )}
        >
          <span className="font-semibold">{zip.zipCode}</span>
          <span className="truncate">
            {zip.city}, {zip.state}
          </span>
          <span className="ml-auto flex gap-1.5">
            {zip.kind !== 'standard' && <Badge tone="caution">{specialKinds[zip.kind].label}</Badge>}
            {!zip.isAvailable && <Badge>Unavailable</Badge>}
          </span>
        </div>
      ))}
    </div>
  );
}
