import { Search } from 'lucide-react';
import { Field, TextInput } from '../../ui/field.tsx';

type SearchBoxProps = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  className?: string;
};

export function SearchBox({
  label,
  placeholder,
  text,
  onText,
  className = 'w-full sm:w-96',
}: SearchBoxProps) {
  return (
    <Field label={label} className={className}>
      {control => (
        <span className="relative block">
          <Search aria-hidden className="pointer-events-none absolute left-3 top-3 size-4 text-muted" />
          <TextInput
            {...control}
            type="search"
            maxLength={100}
            placeholder={placeholder}
            className="pl-9"
            value={text}
            onChange={event => onText(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}
