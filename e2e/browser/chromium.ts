/** The browser that is on the machine; `CHROMIUM` names another than Debian's. */
export const chromiumPath = (): string => process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Debian's Chromium as root in a sandbox of its own is none; the rest keeps it from calling home. */
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
