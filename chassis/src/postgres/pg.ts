import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { AppError } from '../process/app-error.ts';
import { nodePostgresUrl, withParameter } from '../process/connection-urls.ts';
import { isAfterFailure, isWorthRerunning, toDatabaseError } from '../process/database-error.ts';
import { createLog, type Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { refusalOf } from '../process/refusal.ts';
import { backoffMs, retryForever } from '../process/retry.ts';
import { watchPool } from '../process/telemetry.ts';
import { inCallSpan } from '../process/tracing.ts';
import { migrate } from './migrate.ts';

export { empty, join, raw, type Sql, sql };

/** Made by the tag of sql-template-tag, or by `prepared`. */
export type Statement = { readonly text: string; readonly values: unknown[]; readonly name?: string };

/** Rows are plain objects keyed by column. Every method throws `unavailable` if the server is away. */
export type Queries = {
  query<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Row[]>;
  /** Returns the only row; throws `broken` otherwise. */
  one<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Row>;
  /** Returns the only row, or undefined; throws `broken` for more rows. */
  maybe<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Row | undefined>;
  /** Returns true if the statement returns a row, or several. */
  returnsRow(statement: Statement): Promise<boolean>;
  /**
   * Runs a statement without rows. In a transaction it is pipelined: it does not wait for the reply, and if the statement
   * fails, `transaction` rolls back and throws its error.
   */
  execute(statement: Statement): Promise<void>;
};

declare const inTransaction: unique symbol;

/** Queries in a transaction. Only `transaction` makes one, so `publish` outside does not compile. */
export type Tx = Queries & { readonly [inTransaction]: true };

export type Pg = Queries & {
  /**
   * Commits, or rolls back and rethrows. Runs `work` again after a serialization failure or deadlock, so its only effects
   * must be through `tx`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For COPY and cursors; prefer the methods above. */
  pool: pg.Pool;
  part: Part;
  url: string;
  name: string;
};

export type PgOptions = {
  url: string;
  /** The application_name of the connections and the label of their metrics. */
  name: string;
  max?: number;
  /** The service's folder of NNNN_name.sql files. */
  migrations: URL;
  statementTimeoutMs?: number;
  /**
   * After this time without a reply a query throws `unavailable` and its connection is closed. For a standby: a server that
   * hangs does not end statements itself.
   */
  replyTimeoutMs?: number;
  /**
   * Plans each prepared statement once, for all values: for services that find rows by keys. PostgreSQL otherwise plans
   * again when it expects a better plan for the values.
   */
  plansForAllValues?: boolean;
  /** For COPY: connections are not pipelined. */
  copies?: boolean;
  /** Settings for each connection. */
  settings?: Record<string, string> | undefined;
  log?: Log;
};

/** The most statements that a connection keeps planned; later ones are planned each time. */
const MOST_PREPARED = 200;
const preparedNames = new Map<string, string>();

/**
 * Makes each connection plan the statement only once: for hot statements. Its text must not depend on the values.
 */
export function prepared({ text, values }: Statement): Statement {
  let name = preparedNames.get(text);
  if (name === undefined && preparedNames.size < MOST_PREPARED) {
    name = `prepared_${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return { text, values, ...(name && { name }) };
}

type Runner = { query: (query: pg.QueryConfig) => Promise<pg.QueryResult> };

/** Without values: they can be secrets. */
function spanOf(text: string) {
  const [verb = ''] = text.trim().split(/\s/, 1);
  return {
    name: `postgres ${verb.toLowerCase()}`,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  };
}

function queriesOn(runner: Runner): Queries {
  const query: Queries['query'] = async <Row>({ text, values, name }: Statement) => {
    try {
      const run = () => runner.query({ text, values, ...(name && { name }) });
      return (await inCallSpan(() => spanOf(text), run)).rows as Row[];
    } catch (error) {
      throw toDatabaseError(error);
    }
  };
  const maybe: Queries['maybe'] = async <Row extends object>(statement: Statement) => {
    const rows = await query<Row>(statement);
    if (rows.length > 1)
      throw new AppError('broken', 'too_many_rows', `Expected one row, got ${rows.length}`);
    return rows[0];
  };
  const one: Queries['one'] = async <Row extends object>(statement: Statement) => {
    const row = await maybe<Row>(statement);
    if (!row) throw new AppError('broken', 'no_row', 'Expected one row, got none');
    return row;
  };
  return {
    query,
    maybe,
    one,
    returnsRow: async statement => (await query(statement)).length > 0,
    execute: async statement => void (await query(statement)),
  };
}

const connections = new WeakMap<Tx, pg.PoolClient>();

/** Returns a transaction's connection, for COPY only. */
export function connectionOf(tx: Tx): pg.PoolClient {
  const connection = connections.get(tx);
  if (!connection) throw new Error('Expected the `tx` of an open transaction');
  return connection;
}

type AfterCommit = (pool: pg.Pool) => void;
const afterCommits = new WeakMap<Tx, Set<AfterCommit>>();

/** Calls a function once after the commit, even if it was added several times. A killed process does not call it. */
export const afterCommit = (tx: Tx, call: AfterCommit): void => void afterCommits.get(tx)?.add(call);

async function runTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(error => {
    throw toDatabaseError(error);
  });
  let isOver = false;
  let failure: { error: unknown } | undefined;
  const refuseWhenOver = () => {
    if (isOver) throw new AppError('broken', 'transaction_over', 'Expected no query after the transaction');
  };
  const queries = queriesOn({
    async query(query) {
      refuseWhenOver();
      const reply = client.query(query);
      reply.catch(error => {
        failure ??= { error };
      });
      return reply;
    },
  });
  const pipelined: Promise<unknown>[] = [];
  const pipeline = async (reply: Promise<unknown>): Promise<void> => {
    reply.catch(() => {});
    pipelined.push(reply);
    if (!pool.options.pipeline) await reply;
  };
  const execute: Tx['execute'] = async statement => {
    refuseWhenOver();
    await pipeline(queries.query(statement));
  };
  const tx = { ...queries, execute } as Tx;
  let broken: Error | undefined;
  try {
    await pipeline(client.query(sql`begin`));
    connections.set(tx, client);
    const calls = new Set<AfterCommit>();
    afterCommits.set(tx, calls);
    const result = await work(tx);
    isOver = true;
    // A statement that could not be sent is unknown to the server, which would commit.
    if (failure) throw failure.error;
    const committed = client.query(sql`commit`);
    committed.catch(() => {});
    await Promise.all(pipelined);
    // After a failed statement, PostgreSQL answers COMMIT with ROLLBACK, not an error.
    const { command } = await committed;
    if (command !== 'COMMIT') {
      const text = `Expected COMMIT, got ${command}: a statement failed`;
      throw new AppError('broken', 'not_committed', text);
    }
    for (const call of calls) call(pool);
    return result;
  } catch (error) {
    isOver = true;
    await client.query(sql`rollback`).catch(rollbackError => {
      broken = rollbackError;
    });
    throw toDatabaseError(failure && isAfterFailure(error) ? failure.error : error);
  } finally {
    connections.delete(tx);
    client.release(broken);
  }
}

function settingsOf({ plansForAllValues, settings }: PgOptions): string {
  const values = { ...(plansForAllValues && { plan_cache_mode: 'force_generic_plan' }), ...settings };
  return Object.entries(values)
    .map(([setting, value]) => `-c ${setting}=${value}`)
    .join(' ');
}

/** Returns the URL with the operator's CA file, as libpq reads it. */
export function databaseUrl({
  DATABASE_URL: url,
  POSTGRES_CA_FILE: caFile,
}: {
  DATABASE_URL: string;
  POSTGRES_CA_FILE?: string | undefined;
}): string {
  return caFile === undefined ? url : withParameter(url, 'sslrootcert', caFile);
}

/** Throws `database_refused` with the settings to check if the server refused the connection; else the same error. */
function throwExplained(error: unknown): never {
  const names = { caFile: 'POSTGRES_CA_FILE', address: 'DATABASE_URL', login: 'DATABASE_URL' };
  const reason = refusalOf(error, names);
  if (reason === undefined) throw error;
  throw new AppError('broken', 'database_refused', `No connection to the database: ${reason}`, {
    cause: error,
  });
}

/** Opens the service's database. `part.start` connects, waits for the server and migrates. */
export function openPg(options: PgOptions): Pg {
  const { url, name, max = 10, migrations, statementTimeoutMs = 15_000 } = options;
  const logger = options.log ?? createLog(name);
  const pool = new pg.Pool({
    connectionString: nodePostgresUrl(url),
    application_name: name,
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    ...(options.replyTimeoutMs && { query_timeout: options.replyTimeoutMs }),
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: typeParsers,
    pipeline: !options.copies,
    options: settingsOf(options),
  });
  // The pool drops an idle client whose server went away; the next query reconnects.
  pool.on('error', error => logger.warn({ err: error }, 'idle database connection lost'));
  // A client that fails in use fails its query; without a listener its error event would end the process.
  pool.on('connect', client => client.on('error', () => {}));
  watchPool(name, pool);
  const queries = queriesOn(pool);
  const part: Part = {
    name: 'pg',
    start: () =>
      retryForever('database', logger, () => migrate({ url, name, folder: migrations })).catch(
        throwExplained,
      ),
    stop: () => (pool.ended ? Promise.resolve() : pool.end()),
    check: async () => void (await queries.query(sql`select 1`)),
  };
  const transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await runTransaction(pool, work);
    } catch (error) {
      if (!isWorthRerunning(error)) throw error;
      return runTransaction(pool, work);
    }
  };
  return { ...queries, transaction, pool, part, url, name };
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

/** Returns a number if it is exact, else PostgreSQL's text. */
const int8 = (text: string): number | string => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
};

const numeric = (text: string): number | string => {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= 15 ? Number(text) : text;
};

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, int8],
  [NUMERIC, numeric],
  // A Date would shift a day by its time zone.
  [DATE, text => text],
]);

/** int8 and numeric become numbers if exact; date stays `YYYY-MM-DD`. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const parser = format === 'binary' ? undefined : parsers.get(oid);
    return parser ?? pg.types.getTypeParser(oid, format);
  },
};

export type PgSession = { stop(): Promise<void> };

/**
 * Keeps `work` running on a dedicated connection, for LISTEN and session locks. After a lost connection or an error of
 * `work`, reconnects with back-off and runs it again. `work` must end soon after its signal aborts, which it also does when
 * the connection is lost.
 */
export function keepSession(
  { url, name, log, mostPauseMs }: { url: string; name: string; log: Log; mostPauseMs?: number },
  work: (client: pg.Client, signal: AbortSignal) => Promise<void>,
): PgSession {
  const stopped = new AbortController();
  const done = loop();

  async function loop(): Promise<void> {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      const startedAt = Date.now();
      await once().catch(error => log.warn({ err: error, session: name }, 'database session ended'));
      if (Date.now() - startedAt > 10_000) attempt = 0;
      const pauseMs = backoffMs(attempt, undefined, mostPauseMs);
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  async function once(): Promise<void> {
    const client = new pg.Client({
      connectionString: nodePostgresUrl(url),
      application_name: name,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      types: typeParsers,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    try {
      await client.connect();
      await work(client, AbortSignal.any([lost.signal, stopped.signal]));
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    async stop() {
      stopped.abort();
      await done;
    },
  };
}
