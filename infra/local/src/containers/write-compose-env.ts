import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { localSecrets } from '../product/secrets.ts';
import { localDirectory, root } from '../root.ts';
import { settingsFile, variableOf } from './environment-files.ts';

// For docker-compose.yml: the local secrets, which it puts where they belong, and the settings of all processes.
if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);
const secrets = await localSecrets(localDirectory);
const lines = Object.entries(secrets).map(([name, value]) => `${variableOf(name)}=${value}\n`);
await writeFile(`${localDirectory}/compose.env`, lines.join(''), { mode: 0o600 });
await writeFile(`${localDirectory}/settings.env`, settingsFile(process.env));
