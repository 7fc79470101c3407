import { existsSync } from 'node:fs';

const WHOLE = '/usr/bin/chromium';
/** Chromium without a user interface: half the CPU time. Ubuntu has no package of it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Returns the path of the whole Chromium: `CHROMIUM`, by default Debian's. */
export const wholeChromiumPath = (): string => process.env.CHROMIUM ?? WHOLE;

export const chromiumPath = (): string =>
  process.env.CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : WHOLE);

/** Flags that let root run Chromium and stop its requests to Google. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Public key hashes of certificates without a public authority.
  ...(process.env.TRUSTED_KEYS ? [`--ignore-certificate-errors-spki-list=${process.env.TRUSTED_KEYS}`] : []),
];
