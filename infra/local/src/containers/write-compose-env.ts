import { writeFile } from 'node:fs/promises';
import { loadEnvFile } from '../env-file.ts';
import { localSecrets } from '../product/secrets.ts';
import { localDirectory } from '../root.ts';
import { describeFailure } from '../terminal.ts';
import { composeLines, settingsFile, variableOf } from './environment-files.ts';

// Writes the environment of docker-compose.yml: values of .env, local secrets, and the settings of all processes.
async function main(): Promise<void> {
  const settings = loadEnvFile('make containers');
  const secrets = await localSecrets(localDirectory);
  const variables = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [variableOf(name), value]),
  );
  const values = composeLines({ ...settings, ...variables });
  await writeFile(`${localDirectory}/compose.env`, values, { mode: 0o600 });
  await writeFile(`${localDirectory}/settings.env`, settingsFile(process.env), { mode: 0o600 });
}

main().catch(error => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
