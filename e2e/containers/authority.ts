import { mkdir, writeFile } from 'node:fs/promises';
import { poll } from '@closingwire/local/poll';
import { makeCertificates } from '@closingwire/local/testing/certificates';
import { execa } from 'execa';
import { builtTool } from './built-tool.ts';

/* An ACME authority like Let's Encrypt, which connects to port 80 of the name. */

const PEBBLE = 'github.com/letsencrypt/pebble/v2/cmd/pebble@v2.8.0';
const ports = { directory: 13_140, management: 13_150 };

/** Its directory's URL, reachable from containers. */
export type Authority = {
  directory: string;
  /** The CA of the authority's own server. */
  serverCa: string;
  /** The root of issued certificates, as PEM. */
  root(): Promise<string>;
};

export async function startAuthority(host: string, folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true });
  const { ca, certificate, key } = await makeCertificates(folder, `IP:${host}`);
  const pebble = {
    listenAddress: `${host}:${ports.directory}`,
    managementListenAddress: `${host}:${ports.management}`,
    ...{ certificate, privateKey: key, httpPort: 80, tlsPort: 443 },
  };
  const file = `${folder}/pebble.json`;
  await writeFile(file, JSON.stringify({ pebble }));
  const program = await builtTool(PEBBLE);
  const output = { file: `${folder}/pebble.log` };
  void execa(program, ['-config', file], {
    ...{ reject: false, cleanup: true, buffer: false, stdout: output, stderr: output },
    env: { PEBBLE_VA_NOSLEEP: '1' },
  });
  const read = (url: string) => execa('curl', ['--silent', '--fail', '--cacert', ca, url], { reject: false });
  const directory = `https://${host}:${ports.directory}/dir`;
  if (!(await poll(async () => !(await read(directory)).failed, { withinMs: 20_000 })))
    throw new Error(`The authority did not start; its log is ${folder}/pebble.log`);
  return {
    directory,
    serverCa: ca,
    root: async () => (await read(`https://${host}:${ports.management}/roots/0`)).stdout ?? '',
  };
}
