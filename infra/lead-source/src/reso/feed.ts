import { addDays } from '@closingwire/contracts/state-days';
import { agentsOf } from '../agents.ts';
import type { Zip } from '../market.ts';
import { type Dialect, type DialectName, dialects } from './dialects.ts';
import { directoryOf } from './directory.ts';
import { type PropertyRow, type ResourceName, type Row, resources, type Value } from './fields.ts';
import { listingsOn, type Market } from './listings.ts';
import { RowTable } from './row-table.ts';

export type Changes = Readonly<Record<string, Value>>;

const DAYS_BACK = 30;
const DAY_MS = 86_400_000;
/** MLS Grid drops a row 7 days after MlgCanView became false. */
const WITHDRAWN_DAYS = 7;

type FeedOptions = { name: DialectName; zips: Zip[]; now: () => Date };

/**
 * The rows of one dialect. The sample market grows with the clock; the other methods are for tests. A removed or
 * withdrawn row of the market does not return.
 */
export class Feed {
  readonly name: DialectName;
  readonly dialect: Dialect;
  readonly #tables: Record<ResourceName, RowTable>;
  readonly #now: () => Date;
  readonly #markets: Market[];
  /** Rows whose ModificationTimestamp is later than the clock, in its order. */
  #waiting: PropertyRow[] = [];
  #lastDay: string | undefined;
  #added = 0;
  #withdrawn: { key: string; until: string }[] = [];

  constructor({ name, zips, now }: FeedOptions) {
    this.name = name;
    this.dialect = dialects[name];
    this.#now = now;
    this.#tables = {
      Property: new RowTable(resources.Property.key),
      Member: new RowTable(resources.Member.key),
      Office: new RowTable(resources.Office.key),
    };
    const { originatingSystem } = this.dialect;
    this.#markets = zips.map(zip => ({
      zip,
      directory: directoryOf(zip, originatingSystem),
      sources: agentsOf(zip),
      originatingSystem,
    }));
    for (const { directory } of this.#markets) {
      for (const member of directory.members) this.#tables.Member.put(member);
      for (const office of directory.offices) this.#tables.Office.put(office);
    }
  }

  /** Returns the rows of a resource as of now. */
  table(resource: ResourceName): RowTable {
    if (resource === 'Property') this.#advance();
    return this.#tables[resource];
  }

  /**
   * Adds closings made from those of the market, and returns their keys. The last is modified now or at `modifiedAt`, each
   * one before `stepMs` earlier.
   */
  add(count: number, { modifiedAt, stepMs = 1, changes = {} }: AddOptions = {}): string[] {
    checkFields('Property', changes);
    const table = this.table('Property');
    const templates = this.#templates();
    const last = modifiedAt === undefined ? this.#now().getTime() : Date.parse(modifiedAt);
    const today = new Date(last).toISOString().slice(0, 10);
    return Array.from({ length: count }, (_, index) => {
      const number = ++this.#added;
      const template = templates[number % templates.length] as PropertyRow;
      const modified = new Date(last - (count - 1 - index) * stepMs).toISOString();
      const row = { ...copyOf(template, number, today), ...changes, ModificationTimestamp: modified };
      table.put(row);
      return table.keyOf(row);
    });
  }

  /** Inserts rows; a missing field is null, a missing timestamp is now. */
  insert(resource: ResourceName, rows: readonly Changes[]): void {
    const { fields } = resources[resource];
    const blank = Object.fromEntries(Object.keys(fields).map(name => [name, null]));
    const table = this.table(resource);
    for (const row of rows) {
      checkFields(resource, row);
      const { ModificationTimestamp = null } = row;
      table.put({
        ...blank,
        OriginatingSystemName: this.dialect.originatingSystem,
        MlgCanView: true,
        ...row,
        ModificationTimestamp: this.#timestamp(ModificationTimestamp),
      });
    }
  }

  /** Changes fields of rows; each gets the same new ModificationTimestamp: `modifiedAt`, or now. */
  change(resource: ResourceName, keys: readonly string[], changes: Changes, modifiedAt?: string): void {
    checkFields(resource, changes);
    const table = this.table(resource);
    const ModificationTimestamp = this.#timestamp(modifiedAt ?? null);
    for (const key of keys) table.put({ ...this.#existing(table, key), ...changes, ModificationTimestamp });
  }

  /** Sets MlgCanView to false; the row disappears seven days later. Throws for a dialect without this field. */
  withdraw(keys: readonly string[]): void {
    if (!this.dialect.hasCanView)
      throw new Error(`Expected a dialect with MlgCanView, got ${this.name}: use remove`);
    this.change('Property', keys, { MlgCanView: false });
    const until = new Date(this.#now().getTime() + WITHDRAWN_DAYS * DAY_MS).toISOString();
    for (const key of keys) this.#withdrawn.push({ key, until });
  }

  /** Removes rows; no reply shows that they existed. */
  remove(resource: ResourceName, keys: readonly string[]): void {
    const table = this.table(resource);
    for (const key of keys) table.remove(key);
  }

  /** Removes every listing and ends the sample market; agents and offices stay. */
  clear(): void {
    this.#tables.Property.clear();
    this.#waiting = [];
    this.#withdrawn = [];
    this.#lastDay = LAST_DAY;
  }

  /** Returns the form in which rows sort; null is now. */
  #timestamp(text: Value): string {
    return (text === null ? this.#now() : new Date(String(text))).toISOString();
  }

  #existing(table: RowTable, key: string): Row {
    const row = table.get(key);
    if (!row) throw new Error(`Expected a row with the key ${key}`);
    return row;
  }

  #templates(): PropertyRow[] {
    const day = '2026-01-15';
    const rows = this.#markets.flatMap(market =>
      [day, addDays(day, 1), addDays(day, 2)].flatMap(each => listingsOn(each, market)),
    );
    return rows.filter(
      ({ StandardStatus, PropertyType }) =>
        StandardStatus === 'Closed' && !/Land|Lease/.test(String(PropertyType)),
    );
  }

  #advance(): void {
    const now = this.#now().toISOString();
    this.#growTo(now.slice(0, 10));
    const due = this.#waiting.findIndex(({ ModificationTimestamp }) => String(ModificationTimestamp) > now);
    for (const row of this.#waiting.splice(0, due === -1 ? this.#waiting.length : due))
      this.#tables.Property.put(row);
    this.#dropWithdrawn(now);
  }

  #growTo(today: string): void {
    if (this.#lastDay !== undefined && today <= this.#lastDay) return;
    let day = this.#lastDay === undefined ? addDays(today, 1 - DAYS_BACK) : addDays(this.#lastDay, 1);
    for (; day <= today; day = addDays(day, 1)) {
      for (const market of this.#markets) this.#waiting.push(...listingsOn(day, market));
    }
    this.#waiting.sort((one, other) =>
      String(one.ModificationTimestamp) < String(other.ModificationTimestamp) ? -1 : 1,
    );
    this.#lastDay = today;
  }

  #dropWithdrawn(now: string): void {
    const isOver = ({ until }: { until: string }) => until <= now;
    if (!this.#withdrawn.some(isOver)) return;
    for (const { key } of this.#withdrawn.filter(isOver)) {
      if (this.#tables.Property.get(key)?.MlgCanView === false) this.#tables.Property.remove(key);
    }
    this.#withdrawn = this.#withdrawn.filter(each => !isOver(each));
  }
}

function checkFields(resource: ResourceName, changes: Changes): void {
  const unknown = Object.keys(changes).find(name => !Object.hasOwn(resources[resource].fields, name));
  if (unknown !== undefined) throw new Error(`Expected fields of ${resource}, got ${unknown}`);
}

type AddOptions = {
  modifiedAt?: string | undefined;
  stepMs?: number | undefined;
  changes?: Changes | undefined;
};

/** No day of the market comes after it. */
const LAST_DAY = '9999-12-31';

const CLOSE_DAYS = 7;

function copyOf(template: PropertyRow, number: number, today: string): PropertyRow {
  const key = String(number).padStart(7, '0');
  const house = String(100 + (number % 9_800));
  const unparsed = template.UnparsedAddress;
  return {
    ...template,
    ListingKey: `X${key}`,
    ListingId: `${template.StateOrProvince}X${key}`,
    StreetNumber: template.StreetNumber === null ? null : house,
    UnparsedAddress: typeof unparsed === 'string' ? unparsed.replace(/^\d+/, house) : null,
    ClosePrice: template.ClosePrice === null ? null : Number(template.ClosePrice) + (number % 500) * 100,
    CloseDate: addDays(today, -(number % CLOSE_DAYS)),
  };
}
