import { on } from '@closingwire/chassis/consume';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import {
  type UserState,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';

export function findPerson(db: Queries, id: string): Promise<Person | undefined> {
  return db.maybe<Person>(
    `select id, status, email, first_name as "firstName", last_name as "lastName", industry
     from people where id = $1`,
    [id],
  );
}

/** Keeps the newest state; an older one, and anything after a deletion, changes nothing. */
async function savePerson(tx: Tx, user: UserState): Promise<void> {
  await tx.query(
    `insert into people (id, version, email, first_name, last_name, industry, status)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set version = excluded.version, email = excluded.email,
       first_name = excluded.first_name, last_name = excluded.last_name, industry = excluded.industry,
       status = excluded.status
     where people.version < excluded.version and people.status <> 'deleted'`,
    [user.id, user.version, user.email, user.firstName, user.lastName, user.industry, user.status],
  );
}

/** Forgets all but the id, which keeps late events from bringing the person back. */
export async function forgetPerson(tx: Tx, id: string, version: number): Promise<void> {
  await tx.query(
    `insert into people (id, version, status) values ($1, $2, 'deleted')
     on conflict (id) do update set version = excluded.version, status = 'deleted', email = null,
       first_name = null, last_name = null, industry = null`,
    [id, version],
  );
}

/** Of the active people who hold the ZIP, the one who has held it longest. */
export async function longestHolder(db: Queries, zipCode: string): Promise<string | undefined> {
  const row = await db.maybe<{ userId: string }>(
    `select c.user_id as "userId" from claims c join people p on p.id = c.user_id and p.status = 'active'
     where c.zip_code = $1 and c.state = 'confirmed' order by c.created_at, c.id limit 1`,
    [zipCode],
  );
  return row?.userId;
}

/** Auth's person as we know her. A deleted one keeps nothing but her id. */
type Person =
  | { id: string; status: 'deleted' }
  | {
      id: string;
      status: 'active' | 'suspended';
      email: string;
      firstName: string;
      lastName: string;
      industry: string;
    };

export type LivePerson = Exclude<Person, { status: 'deleted' }>;

export const fullName = (person: LivePerson): string => `${person.firstName} ${person.lastName}`.trim();

export async function saveSetting(
  tx: Tx,
  setting: { key: string; version: number; value: string; isDefault?: boolean | undefined },
): Promise<void> {
  await tx.query(
    `insert into settings (key, version, value, is_default) values ($1, $2, $3, $4)
     on conflict (key) do update set version = excluded.version, value = excluded.value,
       is_default = excluded.is_default
     where settings.version < excluded.version`,
    [setting.key, setting.version, setting.value, setting.isDefault === true],
  );
}

/** Undefined while the default holds. */
export async function findSetting(db: Queries, key: string): Promise<string | undefined> {
  const row = await db.maybe<{ value: string }>(
    'select value from settings where key = $1 and not is_default',
    [key],
  );
  return row?.value;
}

/** A suspended person keeps her claims, for she may be let in again. */
export const onUserChanged = () =>
  [userRegistered, userUpdated, userSuspended, userReinstated].map(event =>
    on(event, ({ data: user }, tx) => savePerson(tx, user)),
  );
