import { AppError } from '@closingwire/chassis/app-error';
import {
  type Setting,
  type SettingKey,
  settingChanged,
  settingKey,
  settingTable,
} from '@closingwire/contracts/content';
import { falseIfItExists, type Models, pendingEvent, type SettingDocument } from '../models.ts';
import type { SettingValue } from './rules.ts';

type Settings = Models['settings'];

/** Returns all settings with their values or defaults, in the order of the table. */
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

type Changed = { setting: Setting; before: SettingValue };

/** Stores a setting and its event in one write. Raises the setting's version by one. */
export async function putSetting(settings: Settings, setting: Setting, now: Date): Promise<Changed> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await writeNext(settings, setting, now);
    if (before) return { setting, before };
  }
  throw new AppError(
    'conflict',
    'setting_busy',
    `${setting.key} is being changed by other admins; try again`,
  );
}

/** Resets a setting to its default. A repeat changes only the version. */
export const resetSetting = (settings: Settings, key: SettingKey, now: Date): Promise<Changed> =>
  putSetting(settings, defaultOf(key), now);

/** Writes the next version. Returns the earlier value; undefined if a concurrent write was first. */
async function writeNext(
  settings: Settings,
  { key, value, description, isDefault }: Setting,
  now: Date,
): Promise<SettingValue | undefined> {
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
