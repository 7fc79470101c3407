import { writeFile } from 'node:fs/promises';
import { root } from '@closingwire/local/root';
import { exampleFile, overlayFile } from './overlay.ts';

/** Generated files of a server, by path. */
export const productionFiles = (): Record<string, string> => ({
  'docker-compose.production.yml': overlayFile(),
  '.env.production.example': exampleFile(),
});

if (import.meta.main) {
  for (const [file, text] of Object.entries(productionFiles())) await writeFile(`${root}/${file}`, text);
}
