import type { FileChoice } from '@closingwire/contracts/exports';
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
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import SeveralZips from '../filters/several-zips.tsx';
import type { ClosingFiltersState } from '../filters/use-closing-filters.ts';
import { plural, presetLabels } from './file-words.ts';
import { OnlyNew } from './only-new.tsx';
import { PastExports } from './past-exports.tsx';
import { useFileRows, useMakeFile } from './queries.ts';

const firstChoice: FileChoice = {
  ...{ format: 'csv', preset: 'full', columns: null },
  ...{ onlyNew: false, comparedWith: 'all' },
};

type FilesDialogProps = {
  state: ClosingFiltersState;
  zipCodes: readonly string[];
  last: FileChoice | null;
  onClose: () => void;
};

/** Chooses a file, and lists earlier ones. */
export default function FilesDialog({ state, zipCodes, last, onClose }: FilesDialogProps) {
  const [choice, setChoice] = useState(last ?? firstChoice);
  const change = (part: Partial<FileChoice>) => setChoice(before => ({ ...before, ...part }));
  const make = useMakeFile();
  const file = { filters: state.query, choice, viewId: state.view?.id ?? null };
  const rows = useFileRows(file);
  const hasColumns = choice.preset !== 'full' || choice.columns === null || choice.columns.length > 0;
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="More files"
      description="The closings of your current filters, as a file for your spreadsheet, CRM or letters."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            tone="accent"
            disabled={(rows.data?.rows === 0 && !choice.onlyNew) || !hasColumns || make.isPending}
            onClick={() => make.mutate(file)}
          >
            {make.isPending ? 'Making the file...' : 'Download file'}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {zipCodes.length > 1 && <SeveralZips state={state} zipCodes={zipCodes} />}
        <KindFields choice={choice} onChange={change} />
        {choice.preset === 'full' && (
          <ColumnBoxes columns={choice.columns} onChange={columns => change({ columns })} />
        )}
        <OnlyNew choice={choice} view={state.view?.name} onChange={change} />
        <p role="status" className="text-sm font-semibold">
          {rows.data && `This file has ${plural(rows.data.rows, 'row')} now.`}
          {rows.isPending && 'Counting the rows'}
        </p>
        <PastExports />
      </div>
    </Dialog>
  );
}

type ChoiceProps = { choice: FileChoice; onChange: (part: Partial<FileChoice>) => void };

const notes: Partial<Record<FilePreset, string>> = {
  'follow-up-boss': 'One row for each agent, with the columns that its import knows.',
  hubspot: 'One row for each agent, with the columns that its import knows.',
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
