import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { nameOfSource, sourceCopy } from './copy.ts';
import type { SourceChoice } from './source-choice.ts';

type SourceFieldProps = {
  choice: SourceChoice;
  sourceId: number | null;
  /** No source is chosen by default. */
  mustChoose: boolean;
  /** A file waits for the choice. */
  isAwaited: boolean;
  onSource: (sourceId: number | null) => void;
};

/** Chooses the source that a file is from. */
export const SourceField = ({ choice, sourceId, mustChoose, isAwaited, onSource }: SourceFieldProps) => (
  <Field
    label={sourceCopy.label}
    hint={sourceCopy.hint}
    error={isAwaited ? sourceCopy.awaited : undefined}
    className="border-b border-line px-5 py-4"
  >
    {control => (
      <NativeSelect
        {...control}
        required
        className="sm:max-w-96"
        value={sourceId ?? ''}
        onChange={({ target: { value } }) => onSource(value === '' ? null : Number(value))}
      >
        {mustChoose && <option value="">{sourceCopy.choose}</option>}
        {choice.map(source => (
          <option key={source.id} value={source.id}>
            {nameOfSource(source)}
          </option>
        ))}
      </NativeSelect>
    )}
  </Field>
);
