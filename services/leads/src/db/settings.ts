import type { Queries } from '@closingwire/chassis/pg';
import type { settingChanged } from '@closingwire/contracts/content';
import type { EventData } from '@closingwire/contracts/event';

/** Keeps the newest value of a setting of the site. */
export async function saveSetting(db: Queries, setting: EventData<typeof settingChanged>): Promise<void> {
  await db.query(
    `insert into settings as s (key, version, value) values ($1, $2, $3)
     on conflict (key) do update set version = excluded.version, value = excluded.value
     where s.version < excluded.version`,
    [setting.key, setting.version, setting.value],
  );
}

/** Whether programs may send a person's id as their bearer; they may until an admin forbids it. */
export async function areUserIdsAccepted(db: Queries): Promise<boolean> {
  const row = await db.maybe<{ value: string }>(
    `select value from settings where key = 'api_user_id_bearer'`,
    [],
  );
  return row?.value !== 'false';
}
