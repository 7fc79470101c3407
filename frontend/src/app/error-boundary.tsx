import { PlugZap } from 'lucide-react';
import { Component, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { isReachable, onReachability, reportNoReply } from '../lib/reachability.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type Props = { children: ReactNode; path: string };
type State = { failedAt: string | null };

class Boundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: window.location.pathname };
  }

  override componentDidCatch(): void {
    // Usually the page's code failed to load.
    reportNoReply();
  }

  override componentDidUpdate(before: Props): void {
    if (before.path !== this.props.path && this.state.failedAt) this.setState({ failedAt: null });
  }

  override render(): ReactNode {
    if (!this.state.failedAt) return this.props.children;
    return (
      <div role="alert">
        <title>This page could not be shown | ClosingWire</title>
        <ReloadOnceBack />
        <EmptyState
          level="h1"
          icon={PlugZap}
          title="This page could not be shown"
          actions={
            <Button tone="accent" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          }
        >
          Something broke on the way. Your data is safe; reloading usually helps.
        </EmptyState>
      </div>
    );
  }
}

function ReloadOnceBack() {
  const isThere = useSyncExternalStore(onReachability, isReachable, () => true);
  const wasAway = useRef(false);
  useEffect(() => {
    if (isThere && wasAway.current) window.location.reload();
    wasAway.current = !isThere;
  }, [isThere]);
  return null;
}

/** Catches a page's errors, so that header and footer stay. Navigation resets it. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary path={pathname}>{children}</Boundary>;
}
