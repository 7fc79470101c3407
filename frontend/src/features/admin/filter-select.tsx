import { Field } from '../../ui/field.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';

type FilterSelectProps<Option extends string> = {
  label: string;
  options: readonly Option[];
  labelOf: (option: Option) => string;
  value: Option | null;
  onChange: (option: Option | null) => void;
  className?: string;
};

export function FilterSelect<Option extends string>(props: FilterSelectProps<Option>) {
  const { label, options, labelOf, value, onChange, className = '' } = props;
  return (
    <Field label={label} className={className}>
      {control => (
        <NativeSelect
          {...control}
          value={value ?? ''}
          onChange={event => onChange(options.find(option => option === event.target.value) ?? null)}
        >
          <option value="">All</option>
          {options.map(option => (
            <option key={option} value={option}>
              {labelOf(option)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
