import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { PlatformError } from '@closingwire/local/terminal';
import { proxyRanges, wrongRange } from '@closingwire/topology/proxy-ranges';
import { z } from 'zod';
import { certificateOf } from './caddyfile.ts';
import type { Deployment } from './deployment.ts';

function read<T>(file: string, parse: (text: string) => T): T | undefined {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const shown = (date: Date) => date.toISOString().slice(0, 10);

/** Checks an existing certificate and its key. */
function pairFaults(certificate: X509Certificate, key: KeyObject, host: string, now = new Date()): string[] {
  const { subjectAltName = 'no name', validFromDate, validToDate } = certificate;
  const faults: string[] = [];
  const expected = (text: string) => faults.push(`CERTIFICATE: expected ${text}.`);
  if (!certificate.checkHost(host))
    expected(`site.pem for ${host}, got one for ${subjectAltName}; put another there`);
  if (now < validFromDate || now > validToDate)
    expected(`site.pem to be valid today, got ${shown(validFromDate)} to ${shown(validToDate)}; renew it`);
  if (!certificate.checkPrivateKey(key))
    expected('the key of site.pem in site-key.pem, got another; put both there');
  return faults;
}

/** Checks the certificate files of CERTIFICATE=files. */
function siteFaults({ settings, siteCertificate }: Deployment): string[] {
  const missing = ['site.pem', 'site-key.pem'].filter(name => !existsSync(`${siteCertificate}/${name}`));
  if (missing.length > 0)
    return missing.map(
      name => `CERTIFICATE: expected the file ${siteCertificate}/${name}, got none; put it there.`,
    );
  const certificate = read(`${siteCertificate}/site.pem`, text => new X509Certificate(text));
  const key = read(`${siteCertificate}/site-key.pem`, text => createPrivateKey(text));
  if (!certificate || !key) {
    const file = certificate ? 'site-key.pem' : 'site.pem';
    const kind = certificate ? 'a private key without a passphrase' : 'a certificate';
    return [
      `CERTIFICATE: expected ${kind} in PEM in ${siteCertificate}/${file}, got another text; correct it.`,
    ];
  }
  return pairFaults(certificate, key, URL.parse(settings.PUBLIC_URL ?? '')?.hostname ?? '');
}

function certificateFaults(deployment: Deployment): string[] {
  const { settings, certificates } = deployment;
  const { CERTIFICATE = 'automatic', ACME_DIRECTORY, ACME_CA_FILE, ACME_EMAIL } = settings;
  const faults: string[] = [];
  if (!Object.hasOwn(certificateOf, CERTIFICATE))
    faults.push(
      `CERTIFICATE: expected ${Object.keys(certificateOf).join(', ')}, got ${CERTIFICATE}; correct it.`,
    );
  if (CERTIFICATE === 'files') faults.push(...siteFaults(deployment));
  for (const name of ['ACME_EMAIL', 'ACME_DIRECTORY', 'ACME_CA_FILE'])
    if (settings[name] && CERTIFICATE !== 'automatic')
      faults.push(`${name}: has no effect with CERTIFICATE=${CERTIFICATE}; remove one of the two.`);
  if (ACME_EMAIL && !z.email().safeParse(ACME_EMAIL).success)
    faults.push(`ACME_EMAIL: expected an email address, got ${ACME_EMAIL}; correct it.`);
  if (ACME_DIRECTORY && URL.parse(ACME_DIRECTORY)?.protocol !== 'https:')
    faults.push(`ACME_DIRECTORY: expected an https address, got ${ACME_DIRECTORY}; correct it.`);
  if (ACME_CA_FILE && !existsSync(ACME_CA_FILE.replace('/certificates', certificates)))
    faults.push(
      `ACME_CA_FILE: expected a file in ${certificates}, named as /certificates/acme.pem; got ${ACME_CA_FILE}, which is not there.`,
    );
  return faults;
}

/** Checks the ports. With PUBLIC_ADDRESS another machine forwards requests, perhaps from other ports. */
function portFaults({ settings }: Deployment): string[] {
  const { PUBLIC_URL = '', HTTP_PORT = '80', HTTPS_PORT = '443', PUBLIC_ADDRESS } = settings;
  const { CERTIFICATE = 'automatic', ACME_DIRECTORY } = settings;
  const faults: string[] = [];
  if (HTTP_PORT === HTTPS_PORT)
    faults.push(`HTTP_PORT: expected another port than HTTPS_PORT, got ${HTTP_PORT} for both; change one.`);
  if (PUBLIC_ADDRESS) return faults;
  const port = URL.parse(PUBLIC_URL)?.port || '443';
  const action = 'make them the same, or set PUBLIC_ADDRESS where another machine forwards to this one';
  if (port !== HTTPS_PORT)
    faults.push(`PUBLIC_URL: expected the port ${HTTPS_PORT} of HTTPS_PORT, got ${port}; ${action}.`);
  if (CERTIFICATE === 'automatic' && !ACME_DIRECTORY && HTTP_PORT !== '80' && HTTPS_PORT !== '443')
    faults.push(
      `CERTIFICATE: expected HTTP_PORT=80 or HTTPS_PORT=443, to which Let’s Encrypt connects, got ${HTTP_PORT} and ${HTTPS_PORT}; change one, set CERTIFICATE=files, or set PUBLIC_ADDRESS where another machine forwards to this one.`,
    );
  return faults;
}

/** An image name with a tag or digest: https://docs.docker.com/reference/cli/docker/image/tag/ */
const path = '[a-z\\d]+(?:[._-]+[a-z\\d]+)*';
const imageName = new RegExp(
  `^(?:[a-zA-Z\\d][a-zA-Z\\d.-]*(?::\\d+)?/)?${path}(?:/${path})*(?::\\w[\\w.-]{0,127})?(?:@sha256:[a-f\\d]{64})?$`,
);

/** Returns faults in the settings of this way to start the product. */
export function deploymentFaults(deployment: Deployment): string[] {
  const { settings } = deployment;
  const { BACKUP_TO = '/backups', IMAGE } = settings;
  const faults = [...certificateFaults(deployment), ...portFaults(deployment)];
  if (!BACKUP_TO.startsWith('s3://') && BACKUP_TO !== '/backups')
    faults.push(
      `BACKUP_TO: expected s3://… or nothing, got ${BACKUP_TO}, which no container sees; mount your disk at the folder backups/ instead.`,
    );
  if (IMAGE && !imageName.test(IMAGE))
    faults.push(
      `IMAGE: expected a name such as registry.example.com/closingwire:1, got '${IMAGE}'; correct it.`,
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

/** Throws all faults, one per line. */
export function expectFit(deployment: Deployment): void {
  const faults = deploymentFaults(deployment);
  if (faults.length > 0) throw new PlatformError(faults.join('\n'));
}
