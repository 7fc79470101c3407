import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from './error-boundary.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';

/** The whole product, inside the caller's router. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      {/* Parts of the shell are lazy, too, and may fail to load. */}
      <ErrorBoundary>
        <Shell>
          <ErrorBoundary>
            <AppRoutes />
          </ErrorBoundary>
        </Shell>
      </ErrorBoundary>
    </QueryClientProvider>
  );
}
