import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { root } from '@closingwire/local/root';
import { PlatformError } from '@closingwire/local/terminal';
import { type ProductionSetting, productionGroups } from '@closingwire/topology/production-settings';
import { usualSettingsFile } from './deployment.ts';

const makers: Record<NonNullable<ProductionSetting['made']>, () => string> = {
  secret: () => randomBytes(32).toString('base64url'),
  'webhook-secret': () => `whsec_${randomBytes(32).toString('base64')}`,
  'ingestion-key': () => `cwi_${randomBytes(24).toString('hex')}`,
};

/** Writes the settings of a new server with new secrets. Throws if the file exists. */
export async function writeSettings(file = process.env.SETTINGS || usualSettingsFile): Promise<void> {
  if (existsSync(file))
    throw new PlatformError(`Expected no ${file}: it has settings that would be lost. Edit it.`);
  let text = await readFile(`${root}/.env.production.example`, 'utf8');
  for (const { name, made } of productionGroups.flatMap(({ settings }) => settings))
    if (made) text = text.replace(new RegExp(`^${name}=$`, 'm'), () => `${name}=${makers[made]()}`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}
