import { writeFile } from 'node:fs/promises';
import { loadEnvFile } from '../env-file.ts';
import { localSecrets } from '../product/secrets.ts';
import { localDirectory } from '../root.ts';
import { describeFailure } from '../terminal.ts';
import { settingsFile, variableOf } from './environment-files.ts';

// For docker-compose.yml: the local secrets, which it puts where they belong, and the settings of all processes.
async function main(): Promise<void> {
  loadEnvFile('make containers');
  const secrets = await localSecrets(localDirectory);
  const lines = Object.entries(secrets).map(([name, value]) => `${variableOf(name)}=${value}\n`);
  await writeFile(`${localDirectory}/compose.env`, lines.join(''), { mode: 0o600 });
  await writeFile(`${localDirectory}/settings.env`, settingsFile(process.env), { mode: 0o600 });
}

main().catch(error => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
