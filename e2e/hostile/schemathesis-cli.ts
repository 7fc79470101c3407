import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { localDirectory } from '@closingwire/local/root';
import { installSystemPackages } from '@closingwire/local/system-packages';
import { execa } from 'execa';
import { signedIn } from '../platform/user.ts';
import { startWhole } from '../platform/whole.ts';

/* The second half of `make fuzz`: Schemathesis sends valid and invalid requests according to the OpenAPI document, as a visitor, a subscriber and an admin. Exit code 1 if a reply is 5xx, or has a status or body that the document does not declare. */

const version = '4.32.5';
const home = `${localDirectory}/tools/schemathesis-${version}`;
/** Its scripts contain the path of their folder; started as a module, they also work in a copied one. */
const python = `${home}/bin/python3`;
const serializers = fileURLToPath(new URL('serializers.py', import.meta.url));
const { FUZZ_PER_ROUTE = '50', FUZZ_SEED = '8' } = process.env;

/**
 * These would end the shared session or account. The wire protocol is in `wire-routes.ts`: its errors have another
 * shape, and the document does not declare its calls.
 */
const spared = [
  '^/api/auth/(signout|update-password)$',
  '^/api/user(/sessions/.*)?$',
  '^/api/auth/v1/',
  '^/api/admin/users/.*',
].join('|');

async function install(): Promise<void> {
  if (existsSync(`${home}/complete`)) return;
  await installSystemPackages(['python']);
  await execa('python3', ['-m', 'venv', home], { stdio: 'inherit' });
  await execa(python, ['-m', 'pip', 'install', '--quiet', '--no-input', `schemathesis==${version}`]);
  await writeFile(`${home}/complete`, '');
}

async function runAs(url: string, who: string, token: string | undefined): Promise<boolean> {
  process.stdout.write(`\nSchemathesis as ${who}\n`);
  const { exitCode, message } = await execa(
    python,
    [
      ...['-m', 'schemathesis.cli', 'run', `${url}/api/openapi.json`],
      ...['--checks', 'not_a_server_error,status_code_conformance,content_type_conformance'],
      ...['--max-examples', FUZZ_PER_ROUTE, '--seed', FUZZ_SEED, '--exclude-path-regex', spared],
      ...['--phases', 'examples,coverage,fuzzing', '--request-timeout', '10', '--workers', '2'],
      ...(token ? ['--header', `Authorization: Bearer ${token}`] : []),
    ],
    { reject: false, stdio: 'inherit', cwd: `${localDirectory}`, env: { SCHEMATHESIS_HOOKS: serializers } },
  );
  // 1 means findings; another code means that Schemathesis failed.
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`Schemathesis did not run: ${message}`);
  return exitCode === 0;
}

await install();
const whole = await startWhole({ env: () => ({ REQUESTS_PER_NETWORK: '1000000', LOG_LEVEL: 'warn' }) });
try {
  const { addresses } = whole;
  const bearer = async (name: string) =>
    (await signedIn(addresses, `${name}@demo.closingwire.test`, 'closingwire-demo')).cookie('cw_access');
  const passes = [
    await runAs(addresses.url, 'nobody', undefined),
    await runAs(addresses.url, 'a subscriber', await bearer('subscriber')),
    await runAs(addresses.url, 'an admin', await bearer('admin')),
  ];
  process.exitCode = passes.every(Boolean) ? 0 : 1;
} finally {
  await whole.stop();
}
process.exit();
