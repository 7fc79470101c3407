import { Construction } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { linkStyle } from '../../ui/text-link.tsx';

/** Says plainly that a tab is not built yet. */
export function UnfinishedTab({ title }: { title: string }) {
  return (
    <Card>
      <EmptyState icon={Construction} title={title}>
        This part is being built. Until it is here, the{' '}
        <a href="/api/docs" className={linkStyle}>
          admin calls of the API
        </a>{' '}
        do the same work.
      </EmptyState>
    </Card>
  );
}
