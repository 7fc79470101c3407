import { writeFile } from 'node:fs/promises';
import { localSecrets } from '../product/secrets.ts';
import { localDirectory } from '../root.ts';

// Hands the local secrets to docker-compose.yml, as .local/compose.env.
const secrets = await localSecrets(localDirectory);
const variable = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();
const lines = Object.entries(secrets).map(([name, value]) => `${variable(name)}=${value}\n`);
await writeFile(`${localDirectory}/compose.env`, lines.join(''), { mode: 0o600 });
