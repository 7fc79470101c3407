import type { FileChoice, RememberedChoice } from '@closingwire/contracts/exports';
import {
  type CrmPreset,
  crmPresets,
  type FilePreset,
  type FullColumn,
  filePresets,
  fullColumnNames,
  fullColumns,
  havePhones,
} from '@closingwire/contracts/file-layouts';
import { callWarningColumn } from '@closingwire/contracts/rare-columns';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import SeveralZips from '../filters/several-zips.tsx';
import type { ClosingFiltersState } from '../filters/use-closing-filters.ts';
import { plural, presetLabels, reasonAgainst } from './file-words.ts';
import { OnlyNew } from './only-new.tsx';
import { PastExports } from './past-exports.tsx';
import { useFileRows, useFreshViews, useKeepChoice, useMakeFile } from './queries.ts';

type FilesDialogProps = {
  state: ClosingFiltersState;
  zipCodes: readonly string[];
  remembered: RememberedChoice;
  /** False while the choice is still that of another view. */
  isRead: boolean;
  onClose: () => void;
};

/** Chooses a file, and lists earlier ones. */
export default function FilesDialog({ state, zipCodes, remembered, isRead, onClose }: FilesDialogProps) {
  const viewId = state.view?.id ?? null;
  useFreshViews();
  const { choice, change, forgetChanges, isKeeping } = useChoice(viewId, remembered);
  const make = useMakeFile();
  const file = { filters: state.query, choice, viewId };
  const rows = useFileRows(file);
  const statusId = useId();
  const whyNot = state.isGone
    ? `There is no view “${state.filters.of}”. Choose other closings.`
    : reasonAgainst(choice, rows.data);
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="More files"
      description="The closings of your current filters, as a file for your spreadsheet, CRM or letters."
      footer={
        <>
          <p
            id={statusId}
            role="status"
            className="basis-full self-center text-balance text-sm sm:max-w-sm sm:basis-auto sm:text-right"
          >
            {whyNot ??
              (rows.data ? `This file has ${plural(rows.data.rows, 'row')} now.` : 'Counting the rows')}
          </p>
          <Button onClick={onClose}>Close</Button>
          <Button
            tone="accent"
            aria-describedby={statusId}
            disabled={whyNot !== undefined || !isRead || !state.isKnown || isKeeping || make.isPending}
            onClick={() => make.mutate(file, { onSuccess: forgetChanges })}
          >
            {make.isPending ? 'Making the file...' : 'Download file'}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {zipCodes.length > 1 && <SeveralZips state={state} zipCodes={zipCodes} />}
        <fieldset aria-label="Kind of file" disabled={!isRead} className="grid min-w-0 gap-6">
          <KindFields choice={choice} onChange={change} />
          {choice.preset === 'full' && (
            <ColumnBoxes columns={choice.columns} onChange={columns => change({ columns })} />
          )}
          <OnlyNew choice={choice} view={state.view?.name} leftOut={rows.data?.leftOut} onChange={change} />
        </fieldset>
        <PastExports />
      </div>
    </Dialog>
  );
}

const firstChoice = { format: 'csv', preset: 'full', columns: null, onlyNew: false } as const;

type Changed = { viewId: string | null; choice: FileChoice };

/** The choice of a view, or else of the account. A change is kept at once, also without a download. */
function useChoice(viewId: string | null, { choice: last }: RememberedChoice) {
  const [changed, setChanged] = useState<Changed>();
  const keep = useKeepChoice();
  const choice: FileChoice =
    changed?.viewId === viewId
      ? changed.choice
      : (last ?? { ...firstChoice, comparedWith: viewId ? 'same' : 'all' });
  return {
    choice,
    change: (part: Partial<FileChoice>) => {
      const next = { viewId, choice: { ...choice, ...part } };
      setChanged(next);
      // A file has at least one column.
      if (next.choice.columns?.length !== 0) keep.mutate(next);
    },
    forgetChanges: () => setChanged(undefined),
    isKeeping: keep.isPending,
  };
}

type ChoiceProps = { choice: FileChoice; onChange: (part: Partial<FileChoice>) => void };

const notes: Partial<Record<FilePreset, string>> = {
  'follow-up-boss': 'One row for each agent, with the columns that its import knows.',
  hubspot:
    'One row for each agent, with the columns that its import knows. When it asks, assign Closing Notes to a note or a property of your own.',
  mailchimp: 'One row for each agent with an email address.',
  labels: 'One row for each agent whose office has a full address.',
};

/** Returns the headers of a preset's file, which are the same in each file. */
function headersOf(preset: CrmPreset): string[] {
  const { columns } = crmPresets[preset];
  const warning = havePhones(Object.values(columns)) ? [callWarningColumn.header] : [];
  return [...Object.keys(columns), ...warning];
}

function KindFields({ choice: { preset, format }, onChange }: ChoiceProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Made for">
        {control => (
          <NativeSelect
            {...control}
            value={preset}
            onChange={event => onChange({ preset: event.target.value as FilePreset })}
          >
            {filePresets.map(each => (
              <option key={each} value={each}>
                {presetLabels[each]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Format">
        {control => (
          <NativeSelect
            {...control}
            value={format}
            onChange={event => onChange({ format: event.target.value as FileChoice['format'] })}
          >
            <option value="csv">CSV</option>
            <option value="xlsx">Excel (XLSX)</option>
          </NativeSelect>
        )}
      </Field>
      {preset !== 'full' && (
        <p className="text-sm text-muted sm:col-span-2">
          {notes[preset]} Columns: {headersOf(preset).join(', ')}.
        </p>
      )}
    </div>
  );
}

type ColumnBoxesProps = { columns: FullColumn[] | null; onChange: (columns: FullColumn[] | null) => void };

function ColumnBoxes({ columns, onChange }: ColumnBoxesProps) {
  const isChosen = (name: FullColumn) => columns === null || columns.includes(name);
  const toggle = (name: FullColumn) => {
    const chosen = fullColumnNames.filter(each => (each === name ? !isChosen(each) : isChosen(each)));
    onChange(chosen.length === fullColumnNames.length ? null : chosen);
  };
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Columns</legend>
      <div className="mt-1 flex gap-2">
        <Button size="sm" tone="quiet" onClick={() => onChange(null)}>
          Choose all
        </Button>
        <Button size="sm" tone="quiet" onClick={() => onChange([])}>
          Choose none
        </Button>
      </div>
      <div className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-3">
        {fullColumnNames.map(name => (
          <label key={name} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={isChosen(name)}
              onChange={() => toggle(name)}
            />
            {fullColumns[name]}
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">
        {havePhones(columns ?? fullColumnNames)
          ? `The last column is ${callWarningColumn.header}, because the file has phone numbers.`
          : `Without Mobile and Phone the file has no column ${callWarningColumn.header}.`}
      </p>
    </fieldset>
  );
}
