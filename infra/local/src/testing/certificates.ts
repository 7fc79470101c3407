import { readFile, writeFile } from 'node:fs/promises';
import { runCommand } from '../command.ts';

/** Paths of PEM files. */
export type Certificates = {
  /** The CA that signed the certificate, and an unrelated one. */
  ca: string;
  otherCa: string;
  /** For one name, by default `localhost`. */
  certificate: string;
  key: string;
  /** Certificate and key in one file, for Kafka and mongod. */
  keyAndCertificate: string;
};

const request = ['openssl', 'req', '-x509', '-nodes', '-days', '2'] as const;
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

async function makeCa(dir: string, name: string): Promise<string> {
  const file = `${dir}/${name}.pem`;
  const subject = ['-subj', `/CN=ClosingWire test ${name}`];
  await runCommand([...request, ...newKey, ...subject, '-keyout', `${dir}/${name}.key`, '-out', file]);
  return file;
}

/** Creates certificates for a test server with openssl; `name` is in openssl's format, such as `DNS:localhost`. */
export async function makeCertificates(dir: string, name = 'DNS:localhost'): Promise<Certificates> {
  const [ca, otherCa] = await Promise.all([makeCa(dir, 'ca'), makeCa(dir, 'other-ca')]);
  const files = { certificate: `${dir}/server.pem`, key: `${dir}/server.key` };
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${name}`];
  const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE', '-CA', ca, '-CAkey', `${dir}/ca.key`];
  const out = ['-keyout', files.key, '-out', files.certificate];
  await runCommand([...request, ...newKey, ...subject, ...leaf, ...out]);
  const keyAndCertificate = `${dir}/server-both.pem`;
  const both = await Promise.all([files.key, files.certificate].map(file => readFile(file, 'utf8')));
  await writeFile(keyAndCertificate, both.join(''));
  return { ca, otherCa, ...files, keyAndCertificate };
}
