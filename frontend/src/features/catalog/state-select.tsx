import { states } from '@closingwire/contracts/reference';
import { Field } from '../../ui/field.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';

export function StateSelect({ value, onChange }: { value: string; onChange: (state: string) => void }) {
  return (
    <Field label="State">
      {control => (
        <NativeSelect {...control} value={value} onChange={event => onChange(event.target.value)}>
          <option value="">All states</option>
          {Object.entries(states).map(([code, name]) => (
            <option key={code} value={code}>
              {code} · {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
