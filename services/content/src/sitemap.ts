import { indexedPaths } from '@closingwire/contracts/pages';
import type { Router } from 'express';

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function sitemapOf(publicUrl: string): string {
  const entries = indexedPaths.map(
    path => `  <url><loc>${escapeXml(new URL(path, publicUrl).href)}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

export function sitemapRoute(publicUrl: string): (app: Router) => void {
  const sitemap = sitemapOf(publicUrl);
  return app => {
    app.get('/sitemap.xml', (_request, response) => {
      response.type('application/xml').set('cache-control', 'public, max-age=3600').send(sitemap);
    });
  };
}
