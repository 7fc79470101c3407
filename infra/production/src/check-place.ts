import { existsSync } from 'node:fs';
import { PlatformError } from '@closingwire/local/terminal';
import { proxyRanges, wrongRange } from '@closingwire/topology/proxy-ranges';
import { certificateOf } from './caddyfile.ts';
import type { Place } from './place.ts';

/** Faults of the certificate's settings. */
function certificateFaults({ settings, siteCertificate, certificates }: Place): string[] {
  const { CERTIFICATE = 'automatic', ACME_DIRECTORY, ACME_CA_FILE } = settings;
  const faults: string[] = [];
  if (!(CERTIFICATE in certificateOf))
    faults.push(
      `CERTIFICATE: expected ${Object.keys(certificateOf).join(', ')}, got ${CERTIFICATE}; correct it.`,
    );
  for (const name of CERTIFICATE === 'files' ? ['site.pem', 'site-key.pem'] : [])
    if (!existsSync(`${siteCertificate}/${name}`))
      faults.push(`CERTIFICATE: expected the file ${siteCertificate}/${name}, got none; put it there.`);
  for (const name of ['ACME_EMAIL', 'ACME_DIRECTORY', 'ACME_CA_FILE'])
    if (settings[name] && CERTIFICATE !== 'automatic')
      faults.push(`${name}: has no effect with CERTIFICATE=${CERTIFICATE}; remove one of the two.`);
  if (ACME_DIRECTORY && URL.parse(ACME_DIRECTORY)?.protocol !== 'https:')
    faults.push(`ACME_DIRECTORY: expected an https address, got ${ACME_DIRECTORY}; correct it.`);
  if (ACME_CA_FILE && !existsSync(ACME_CA_FILE.replace('/certificates', certificates)))
    faults.push(
      `ACME_CA_FILE: expected a file in ${certificates}, named as /certificates/acme.pem; got ${ACME_CA_FILE}, which is not there.`,
    );
  return faults;
}

/** What of the settings only this way to start the product knows, as sentences. */
export function placeFaults(place: Place): string[] {
  const { settings } = place;
  const { BACKUP_TO = '/backups', PUBLIC_URL = '', HTTPS_PORT = '443' } = settings;
  const faults = certificateFaults(place);
  if (!BACKUP_TO.startsWith('s3://') && BACKUP_TO !== '/backups')
    faults.push(
      `BACKUP_TO: expected s3://… or nothing, got ${BACKUP_TO}, which no container sees; mount your disk at the folder backups/ instead.`,
    );
  const { port } = URL.parse(PUBLIC_URL) ?? { port: '' };
  if ((port || '443') !== HTTPS_PORT)
    faults.push(
      `PUBLIC_URL: expected the port ${HTTPS_PORT} of HTTPS_PORT, got ${port || '443'}; make them the same.`,
    );
  const range = wrongRange(proxyRanges(settings.TRUSTED_PROXY_RANGES));
  if (range !== undefined)
    faults.push(
      `TRUSTED_PROXY_RANGES: expected the addresses of your proxy, such as 10.0.0.0/16, got ${range}; correct it, because from there anybody could pretend to be any client.`,
    );
  for (const [name, value] of Object.entries(settings))
    if (value.endsWith('\\'))
      faults.push(`${name}: expected a value that does not end in \\, which Compose cannot read; change it.`);
  return faults;
}

/** Throws with every fault on a line of its own. */
export function expectFit(place: Place): void {
  const faults = placeFaults(place);
  if (faults.length > 0) throw new PlatformError(faults.join('\n'));
}
