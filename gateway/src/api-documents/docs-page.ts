import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const files = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);
const serve = sirv(folder, { maxAge: 86_400 });

/** Serves only the assets that the page of the API reference uses, so it needs no other origin. */
export const docsAssets: RequestHandler = (req, res, next) => {
  if (files.has(req.path)) serve(req, res, next);
  else next();
};

export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>ClosingWire API reference</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
  </head>
  <body>
    <main id="swagger-ui"></main>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

export const docsScript = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  withCredentials: true,
});
`;
