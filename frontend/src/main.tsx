import { prerenderedPaths } from '@closingwire/contracts/pages';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { preload } from './app/page-slot.tsx';
import { pageLoaders } from './app/pages.ts';
import { createQueryClient } from './product/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('Expected an element with id "root" in index.html');

/** What the page puts into the head of its document; a page that is rendered anew brings its own. */
const pageTags =
  'title, link[rel=canonical], meta[property], meta[name=description], meta[name=keywords], meta[name=robots], meta[name^=twitter]';

const app = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={createQueryClient()} />
    </BrowserRouter>
  </StrictMode>
);

const { pathname, search } = window.location;
const prerendered = prerenderedPaths.find(path => path === root.dataset.prerendered && path === pathname);
// A query may change what a page shows, and the build knew none.
if (prerendered && search === '') {
  // Not awaited here: code of the page that shares a file with this module would wait for it in turn.
  // As a transition, React takes the page over in slices and lets taps and scrolling in between.
  void preload(pageLoaders[prerendered]).then(() => startTransition(() => void hydrateRoot(root, app)));
} else {
  for (const tag of document.head.querySelectorAll(pageTags)) tag.remove();
  root.replaceChildren();
  createRoot(root).render(app);
}
