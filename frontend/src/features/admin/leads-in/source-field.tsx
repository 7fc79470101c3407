import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { sourceCopy } from './copy.ts';
import type { SourceChoice } from './source-choice.ts';

type SourceFieldProps = {
  choice: SourceChoice;
  /** Null for the default. */
  sourceId: number | null;
  onSource: (sourceId: number) => void;
};

/** Chooses the source that a file is from. */
export const SourceField = ({ choice, sourceId, onSource }: SourceFieldProps) => (
  <Field label={sourceCopy.label} hint={sourceCopy.hint} className="border-b border-line px-5 py-4">
    {control => (
      <NativeSelect
        {...control}
        className="sm:max-w-96"
        value={sourceId ?? choice.defaultId}
        onChange={({ target }) => onSource(Number(target.value))}
      >
        {choice.sources.map(({ id, name, isValid }) => (
          <option key={id} value={id}>
            {isValid ? name : `${name} (${sourceCopy.ended})`}
          </option>
        ))}
      </NativeSelect>
    )}
  </Field>
);
