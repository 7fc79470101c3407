import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { createQueryClient } from './product/query-client.ts';

/** The page at a path as a visitor sees it before any call has a reply: tags of its head, then its body. */
export async function renderPage(path: string): Promise<{ head: string; body: string }> {
  const queryClient = createQueryClient();
  // Without a chunk size, React would move large parts to the end and put them in place by inline scripts.
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App queryClient={queryClient} />
      </StaticRouter>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  queryClient.clear();
  const tags = html.match(/^(?:<title[^>]*>.*?<\/title>|<(?:meta|link)\b[^>]*\/?>)*/s)?.[0] ?? '';
  return { head: tags, body: html.slice(tags.length) };
}
