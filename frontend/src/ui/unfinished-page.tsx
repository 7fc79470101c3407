import { Construction } from 'lucide-react';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHead, type PageHeadProps } from './page-head.tsx';

type UnfinishedPageProps = { head: PageHeadProps; title: string; text: string };

/** Says plainly that a page is not built yet, and leads on. */
export function UnfinishedPage({ head, title, text }: UnfinishedPageProps) {
  return (
    <>
      <PageHead {...head} />
      <EmptyState
        level="h1"
        icon={Construction}
        title={title}
        className="py-24"
        actions={
          <>
            <ButtonLink to="/dashboard" tone="accent">
              Go to Dashboard
            </ButtonLink>
            <ButtonLink to="/help">Help Center</ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
    </>
  );
}
