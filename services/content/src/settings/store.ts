import { AppError } from '@closingwire/chassis/app-error';
import {
  type Setting,
  type SettingKey,
  settingChanged,
  settingKey,
  settingTable,
} from '@closingwire/contracts/content';
import { falseIfItExists, type Models, pendingEvent, type SettingDocument } from '../models.ts';

type Settings = Models['settings'];

/** Every setting with the value that holds, in the order of the table. */
export async function allSettings(settings: Settings): Promise<Setting[]> {
  const stored = await settings.find().lean<SettingDocument[]>();
  return settingKey.options.map(key => {
    const found = stored.find(({ _id }) => _id === key);
    if (!found || found.isDefault) return defaultOf(key);
    return { key, value: found.value, description: found.description, isDefault: false };
  });
}

const defaultOf = (key: SettingKey): Setting => ({
  key,
  value: settingTable[key].defaultValue,
  description: '',
  isDefault: true,
});

const TRIES = 20;

/** What held before a change. */
type HeldBefore = Pick<Setting, 'value' | 'isDefault'>;
type Changed = { setting: Setting; before: HeldBefore };

/** Sets a setting and, in the same write, the event about it. Its version rises by one at each change. */
export async function putSetting(settings: Settings, setting: Setting, now: Date): Promise<Changed> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await writeNext(settings, setting, now);
    if (before) return { setting, before };
  }
  throw new AppError('conflict', 'setting_busy', `${setting.key} is being changed by others; try again`);
}

/** Lets the default hold again. Again it changes nothing but the version. */
export const resetSetting = (settings: Settings, key: SettingKey, now: Date): Promise<Changed> =>
  putSetting(settings, defaultOf(key), now);

/** What held before; undefined when somebody else changed it in between. */
async function writeNext(
  settings: Settings,
  { key, value, description, isDefault }: Setting,
  now: Date,
): Promise<HeldBefore | undefined> {
  const before = await settings.findOne({ _id: key }).lean<SettingDocument | null>();
  const version = (before?.version ?? 0) + 1;
  const event = pendingEvent(settingChanged, { key, version, value, ...(isDefault && { isDefault }) });
  const next = { value, description, isDefault, version, pendingSince: now };
  if (!before) {
    const document = { _id: key, ...next, pendingEvents: [event] };
    const isNew = await settings.create([document]).then(() => true, falseIfItExists);
    return isNew ? defaultOf(key) : undefined;
  }
  const { matchedCount } = await settings.updateOne(
    { _id: key, version: before.version },
    { $set: next, $push: { pendingEvents: event } },
  );
  return matchedCount === 1 ? { value: before.value, isDefault: before.isDefault ?? false } : undefined;
}
