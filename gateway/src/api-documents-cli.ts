import { mkdir, writeFile } from 'node:fs/promises';
import { asyncApiDocument } from './api-documents/asyncapi.ts';
import { openApiDocument } from './api-documents/openapi.ts';

/** Writes the API documents for readers without a running product. */
const folder = new URL('../../docs/api/', import.meta.url);
const pretty = (json: string) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`;

await mkdir(folder, { recursive: true });
await writeFile(new URL('openapi.json', folder), pretty(await openApiDocument('http://localhost:8080')));
await writeFile(new URL('asyncapi.json', folder), pretty(asyncApiDocument()));
process.stdout.write('Wrote docs/api/openapi.json and docs/api/asyncapi.json\n');
