import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** Everything the local platform installs, stores or logs; never in git. */
export const localDirectory = `${root}/.local`;
