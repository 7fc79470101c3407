import { LoaderCircle } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { updatingHint } from '../copy.ts';

export const UpdatingBadge = () => (
  <Hint text={updatingHint}>
    <Badge tone="caution">
      <LoaderCircle aria-hidden className="animate-spin" /> Updating
    </Badge>
  </Hint>
);
