import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { createQueryClient } from './lib/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('Expected an element with id "root" in index.html');

const app = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={createQueryClient()} />
    </BrowserRouter>
  </StrictMode>
);

// A query may change what a page shows, and the build knew none.
const { pathname, search } = window.location;
if (root.dataset.prerendered === pathname && search === '') hydrateRoot(root, app);
else {
  root.replaceChildren();
  createRoot(root).render(app);
}
