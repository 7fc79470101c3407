import { AppError } from '@closingwire/chassis/app-error';
import { type Setting, settingKey } from '@closingwire/contracts/content-api';
import { settingChanged } from '@closingwire/contracts/events/content-events';
import { pendingEvent } from '../pending/pending-event.ts';
import { falseIfItExists } from './duplicate-key.ts';
import type { Models, SettingDocument } from './models.ts';

type Settings = Models['settings'];

const toSetting = ({ _id, value, description }: SettingDocument): Setting => ({
  key: settingKey.parse(_id),
  value,
  description,
});

export async function allSettings(settings: Settings): Promise<Setting[]> {
  const found = await settings.find().sort({ _id: 1 }).lean<SettingDocument[]>();
  return found.map(toSetting);
}

const TRIES = 20;

/** Sets a setting and, in the same write, the event that tells of it. Its version rises by one at each change. */
export async function putSetting(settings: Settings, setting: Setting, now: Date): Promise<Setting> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await writeNext(settings, setting, now)) return setting;
  }
  throw new AppError('conflict', 'setting_busy', `${setting.key} is being changed by others; try again`);
}

/** False when somebody else changed it in between. */
async function writeNext(
  settings: Settings,
  { key, value, description }: Setting,
  now: Date,
): Promise<boolean> {
  const before = await settings.findOne({ _id: key }).lean<SettingDocument | null>();
  const version = (before?.version ?? 0) + 1;
  const event = pendingEvent(settingChanged, { key, version, value });
  if (!before) {
    const first = { _id: key, value, description, version, pendingEvents: [event], pendingSince: now };
    return settings.create([first]).then(() => true, falseIfItExists);
  }
  const { matchedCount } = await settings.updateOne(
    { _id: key, version: before.version },
    { $set: { value, description, version, pendingSince: now }, $push: { pendingEvents: event } },
  );
  return matchedCount === 1;
}
