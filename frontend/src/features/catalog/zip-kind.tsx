import type { Zip } from '@closingwire/contracts/screen-api';
import { Badge } from '../../ui/badge.tsx';
import { Hint } from '../../ui/hint.tsx';

const kinds = {
  po_box: { label: 'PO boxes', text: 'This ZIP code is for PO boxes alone, so few homes or none have it.' },
  unique: {
    label: 'One organization',
    text: 'This ZIP code belongs to one organization, such as a company or university, so few homes or none have it.',
  },
};

/** Marks a ZIP with few homes or none. */
export function ZipKind({ kind }: { kind: Exclude<Zip['kind'], 'standard'> }) {
  const { label, text } = kinds[kind];
  return (
    <Hint text={text}>
      <Badge tone="caution" className="max-sm:whitespace-normal">
        {label}
      </Badge>
    </Hint>
  );
}
