import { Readable } from 'node:stream';
import mongoose, { type Connection } from 'mongoose';
import { OperatorError, reasonsOf } from '../operator-error.ts';
import {
  type BackupFile,
  readBackupFile,
  readBackupText,
  type Shelf,
  writeBackupFile,
} from './backup-file.ts';

const { BSON } = mongoose.mongo;
const INSERT = 200;
const LENGTH_BYTES = 4;
const INDEXES = 'mongo/indexes.json';
const fileOf = (collection: string) => `mongo/${collection}.bson.gz`;

export type MongoFacts = { documents: Record<string, number> };

type Index = { key: Record<string, 1 | -1>; [option: string]: unknown };

/** Documents as stored, and their indexes, by collection. */
export type Documents = {
  collections: Record<string, Buffer[]>;
  indexes: Record<string, Index[]>;
};

export type DocumentSource = { read(): Promise<Documents>; close(): Promise<void> };

/**
 * Opens the URL's database for repeated reads. Each document is consistent by itself; documents are of different
 * moments.
 */
export async function openDocuments(url: string): Promise<DocumentSource> {
  const connection = await connect(url);
  const db = databaseOf(connection);
  return {
    async read() {
      const names = await collectionsIn(db);
      const collections = names.map(async name => {
        const documents = await db.collection(name).find({}, { raw: true }).toArray();
        return [name, documents as unknown as Buffer[]] as const;
      });
      const indexes = names.map(async name => [name, await ownIndexes(db.collection(name))] as const);
      return {
        collections: Object.fromEntries(await Promise.all(collections)),
        indexes: Object.fromEntries(await Promise.all(indexes)),
      };
    },
    close: () => connection.close(),
  };
}

/** Writes each collection in the format of `mongodump --gzip`. */
export async function writeDocuments(
  shelf: Shelf,
  { collections, indexes }: Documents,
): Promise<{ files: BackupFile[]; facts: MongoFacts }> {
  const entries = Object.entries(collections);
  const files = [
    await writeBackupFile(shelf, INDEXES, Readable.from([Buffer.from(JSON.stringify(indexes))])),
  ];
  for (const [name, documents] of entries) {
    files.push(await writeBackupFile(shelf, fileOf(name), Readable.from(documents)));
  }
  const counts = entries.map(([name, documents]) => [name, documents.length] as const);
  return { files, facts: { documents: Object.fromEntries(counts) } };
}

/** Inserts the documents into the URL's empty database and compares their numbers. */
export const loadDocuments = (shelf: Shelf, url: string, facts: MongoFacts): Promise<void> =>
  withDatabase(url, async db => {
    await buildIndexes(db, await readBackupText(shelf, INDEXES));
    for (const [name, expected] of Object.entries(facts.documents)) {
      const collection = db.collection(name);
      let loaded = 0;
      for await (const chunk of chunksOf(await readBackupFile(shelf, fileOf(name)))) {
        await collection.insertMany(chunk);
        loaded += chunk.length;
      }
      if (loaded !== expected) throw new Error(`expected ${expected} documents in ${name}, got ${loaded}`);
    }
  });

/** Counts the documents of each non-empty collection. */
export const countDocuments = (url: string): Promise<Record<string, number>> =>
  withDatabase(url, async db => {
    const names = await collectionsIn(db);
    const counts = names.map(async name => [name, await db.collection(name).countDocuments()] as const);
    return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0));
  });

export const dropDocuments = (url: string): Promise<void> =>
  withDatabase(url, async db => {
    const names = await collectionsIn(db);
    for (const name of names.filter(each => !each.startsWith('system.'))) await db.collection(name).drop();
  });

const actions = ['find', 'insert', 'createIndex'] as const;

type Privilege = { resource: { db?: string; collection?: string; anyResource?: boolean }; actions: string[] };

/**
 * Returns the login's missing privileges to fill and drop these collections, as phrases. Empty if the server needs no
 * login or does not report privileges.
 */
export const lackingActions = (url: string, wanted: readonly string[], removes: boolean): Promise<string[]> =>
  withDatabase(url, async db => {
    const reply = await db.command({ connectionStatus: 1, showPrivileges: true }).catch(() => undefined);
    const { authenticatedUsers = [], authenticatedUserPrivileges: privileges } = reply?.authInfo ?? {};
    if (authenticatedUsers.length === 0 || privileges === undefined) return [];
    const there = await collectionsIn(db);
    const needed = removes ? [...actions, 'dropCollection'] : actions;
    const lacking = needed.filter(action =>
      [...wanted, ...there].some(name => !permits(privileges, { db: db.databaseName, name, action })),
    );
    return lacking.map(action => `the user of MONGODB_URL lacks the right ${action} on ${db.databaseName}`);
  });

const permits = (
  privileges: readonly Privilege[],
  { db, name, action }: { db: string; name: string; action: string },
) =>
  privileges.some(
    ({ resource, actions: permitted }) =>
      permitted.includes(action) &&
      (resource.anyResource ||
        (['', db].includes(resource.db ?? '-') && ['', name].includes(resource.collection ?? '-'))),
  );

type Db = ReturnType<typeof databaseOf>;

/** Returns all indexes but `_id_`, which every collection has. */
async function ownIndexes(collection: ReturnType<Db['collection']>): Promise<Index[]> {
  const all = await collection.indexes();
  return all.filter(({ name }) => name !== '_id_').map(({ v: _version, ...index }) => index as Index);
}

/** Creates the indexes before the documents, so that a start of the product builds none over existing documents. */
async function buildIndexes(db: Db, text: string): Promise<void> {
  const indexes = JSON.parse(text) as Record<string, Index[]>;
  for (const [name, wanted] of Object.entries(indexes)) {
    if (wanted.length > 0) await db.collection(name).createIndexes(wanted);
  }
}

type Document = Record<string, unknown>;

/** Keeps the types of numbers: with promotion a double without a fraction would become an integer. */
async function* chunksOf(stream: Readable): AsyncGenerator<Document[]> {
  let chunk: Document[] = [];
  for await (const bytes of documentsOf(stream)) {
    chunk.push(BSON.deserialize(bytes, { promoteValues: false }));
    if (chunk.length < INSERT) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** A BSON document starts with its length. */
async function* documentsOf(stream: Readable): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= LENGTH_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`expected whole documents; ${rest.length} bytes are left`);
}

const collectionsIn = async (db: Db) =>
  (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = await connect(url);
  try {
    return await work(databaseOf(connection));
  } finally {
    await connection.close();
  }
}

function databaseOf(connection: Connection) {
  if (connection.db === undefined) throw new Error('expected the address to name a database');
  return connection.db;
}

function connect(url: string): Promise<Connection> {
  const options = { appName: 'backup', serverSelectionTimeoutMS: 5_000 };
  return mongoose
    .createConnection(url, options)
    .asPromise()
    .catch(cause => {
      throw new OperatorError(
        `Expected the document store; got: ${reasonsOf(cause)}. Compare MONGODB_URL with the server.`,
        { cause },
      );
    });
}
