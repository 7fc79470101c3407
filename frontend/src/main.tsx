import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { preload } from './app/page-slot.tsx';
import { publicPages } from './app/public-pages.ts';
import { publicPaths } from './app/public-paths.ts';
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

const { pathname, search } = window.location;
const prerendered = publicPaths.find(path => path === root.dataset.prerendered && path === pathname);
// A query may change what a page shows, and the build knew none.
if (prerendered && search === '') {
  await preload(publicPages[prerendered]);
  hydrateRoot(root, app);
} else {
  root.replaceChildren();
  createRoot(root).render(app);
}
