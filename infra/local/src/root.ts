import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** Folder for all that the local platform installs, stores or logs; git ignores it. */
export const localDirectory = `${root}/.local`;
