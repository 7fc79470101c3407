import { writeFile } from 'node:fs/promises';
import { variableOf } from '@closingwire/topology/containers';
import { loadEnvFile } from '../env-file.ts';
import { localSecrets } from '../product/secrets.ts';
import { localDirectory } from '../root.ts';
import { runMain } from '../terminal.ts';
import { composeLines, settingsFile } from './environment-files.ts';

// Writes the environment of docker-compose.yml: values of .env, local secrets, and the settings of all processes.
await runMain(async () => {
  const settings = loadEnvFile('make containers');
  const secrets = await localSecrets(localDirectory);
  const variables = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [variableOf(name), value]),
  );
  const values = composeLines({ ...settings, ...variables });
  await writeFile(`${localDirectory}/compose.env`, values, { mode: 0o600 });
  await writeFile(`${localDirectory}/settings.env`, settingsFile(process.env), { mode: 0o600 });
});
