import { existsSync } from 'node:fs';
import { localDirectory } from '@closingwire/local/root';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { execa } from 'execa';

const folder = `${localDirectory}/engine/bin`;

/** Returns the path of a program that Go builds once from a module such as `example.com/cmd/tool@v1.2.3`. */
export async function builtTool(module: string): Promise<string> {
  const [path = ''] = module.split('@');
  const file = `${folder}/${path.split('/').at(-1)}`;
  if (existsSync(file)) return file;
  if ((await execa('go', ['version'], { reject: false })).failed)
    throw new PlatformError(`Expected Go, which builds ${path}; this machine has none.`);
  printLine(`Building ${path}, once.`);
  await execa('go', ['install', '-trimpath', module], { cwd: '/', env: { GOBIN: folder } });
  return file;
}
