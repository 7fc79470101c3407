import { MapPinOff } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';

export default function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead
        title="404 Page Not Found | ClosingWire"
        description="There is no page at this address."
        keywords="not found"
        path={pathname}
      />
      <EmptyState
        level="h1"
        icon={MapPinOff}
        title="404 Page Not Found"
        className="py-24"
        actions={
          <>
            <ButtonLink tone="accent" to="/">
              Go to the start
            </ButtonLink>
            <ButtonLink to="/help">Help Center</ButtonLink>
          </>
        }
      >
        Did you forget to add the page to the router?
      </EmptyState>
    </>
  );
}
