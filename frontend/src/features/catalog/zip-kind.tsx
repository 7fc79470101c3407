import { type SpecialKind, specialKinds } from '../../product/zip-kinds.ts';
import { Badge } from '../../ui/badge.tsx';
import { Hint } from '../../ui/hint.tsx';

/** Marks a ZIP with few homes or none. */
export function ZipKind({ kind }: { kind: SpecialKind }) {
  const { label, text } = specialKinds[kind];
  return (
    <Hint text={text}>
      <Badge tone="caution" className="max-sm:whitespace-normal">
        {label}
      </Badge>
    </Hint>
  );
}
