import { LifeBuoy, MapPinned } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

export default function NoZips({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      icon={MapPinned}
      title={title}
      actions={
        <>
          <ButtonLink to="/zips" tone="accent">
            Browse ZIP Codes
          </ButtonLink>
          <ButtonLink to="/help">
            <LifeBuoy aria-hidden /> Help Center
          </ButtonLink>
        </>
      }
    >
      {text}
    </EmptyState>
  );
}
