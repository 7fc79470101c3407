import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';

/** The whole product, inside whatever router the caller gives it. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
      </Shell>
    </QueryClientProvider>
  );
}
