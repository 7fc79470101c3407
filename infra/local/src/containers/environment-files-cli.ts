import { writeEnvironmentFiles } from './environment-files.ts';

await writeEnvironmentFiles();
