import type { FileChoice, LeftOut } from '@closingwire/contracts/exports';
import { useId } from 'react';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { leftOutText, likeText, onlyNewText } from './file-words.ts';

type OnlyNewProps = {
  choice: FileChoice;
  view: string | undefined;
  leftOut: LeftOut | null | undefined;
  onChange: (part: Partial<FileChoice>) => void;
};

/** Leaves out agents of earlier exports, and says of which. */
export function OnlyNew({ choice, view, leftOut, onChange }: OnlyNewProps) {
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-4">
        <div>
          <label htmlFor={id} className="text-sm font-semibold">
            Only agents who are new to you
          </label>
          <p id={`${id}-note`} className="text-sm text-muted">
            {onlyNewText(choice, view)}
          </p>
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-note`}
          checked={choice.onlyNew}
          onCheckedChange={onlyNew => onChange({ onlyNew })}
        />
      </div>
      {choice.onlyNew && (
        <Field label="Compared with" hint={leftOut && leftOutText(leftOut)}>
          {control => (
            <NativeSelect
              {...control}
              value={choice.comparedWith}
              onChange={event => onChange({ comparedWith: event.target.value as FileChoice['comparedWith'] })}
            >
              <option value="all">All my exports</option>
              <option value="same">{`My ${likeText(choice, view)}`}</option>
            </NativeSelect>
          )}
        </Field>
      )}
    </div>
  );
}
