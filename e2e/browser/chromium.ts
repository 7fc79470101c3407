import { existsSync } from 'node:fs';

const WHOLE = '/usr/bin/chromium';
/** Chromium without windows: it takes half the CPU time. Ubuntu has no package of it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Debian's Chromium, or the one that `CHROMIUM` names. */
export const wholeChromiumPath = (): string => process.env.CHROMIUM ?? WHOLE;

export const chromiumPath = (): string =>
  process.env.CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : WHOLE);

/** Flags that let root run Chromium, and stop its calls home. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Hashes of public keys whose certificates no public authority has signed.
  ...(process.env.TRUSTED_KEYS ? [`--ignore-certificate-errors-spki-list=${process.env.TRUSTED_KEYS}`] : []),
];
