import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import mongoose, { type Connection } from 'mongoose';
import { type PartFile, readPart, writePart } from './part-file.ts';

const { BSON } = mongoose.mongo;
const INSERT = 200;
const LENGTH_BYTES = 4;
const INDEXES = 'indexes.json';

export type MongoFacts = { database: string; documents: Record<string, number> };

type Index = { key: Record<string, 1 | -1>; [option: string]: unknown };

/** Documents as they lie in the store, and the indexes over them, by collection. */
export type Documents = {
  database: string;
  collections: Record<string, Buffer[]>;
  indexes: Record<string, Index[]>;
};

export type DocumentReader = { read(): Promise<Documents>; close(): Promise<void> };

/** Reads the address's database, as often as it takes. A document comes whole, each as it was at a moment of its own. */
export async function openDocuments(url: string): Promise<DocumentReader> {
  const connection = await connect(url);
  const db = databaseOf(connection);
  return {
    async read() {
      const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      const collections = names.map(async name => {
        const documents = await db.collection(name).find({}, { raw: true }).toArray();
        return [name, documents as unknown as Buffer[]] as const;
      });
      const indexes = names.map(async name => [name, await ownIndexes(db.collection(name))] as const);
      return {
        database: db.databaseName,
        collections: Object.fromEntries(await Promise.all(collections)),
        indexes: Object.fromEntries(await Promise.all(indexes)),
      };
    },
    close: () => connection.close(),
  };
}

/** Writes each collection as `mongodump --gzip` does. */
export async function writeDocuments(
  folder: string,
  { database, collections, indexes }: Documents,
): Promise<{ files: PartFile[]; facts: MongoFacts }> {
  const entries = Object.entries(collections);
  const files = entries.map(([name, documents]) =>
    writePart(folder, `mongo/${database}/${name}.bson.gz`, Readable.from(documents)),
  );
  files.push(writePart(folder, `mongo/${database}/${INDEXES}`, Readable.from([JSON.stringify(indexes)])));
  const counts = entries.map(([name, documents]) => [name, documents.length] as const);
  return { files: await Promise.all(files), facts: { database, documents: Object.fromEntries(counts) } };
}

/** Puts the documents into the address's database, which must not have them yet. Returns how many. */
export async function loadDocuments(folder: string, url: string): Promise<number> {
  const connection = await connect(url);
  try {
    const db = databaseOf(connection);
    const home = `mongo/${db.databaseName}`;
    let loaded = 0;
    const files = await readdir(`${folder}/${home}`).catch(() => [] as string[]);
    if (files.includes(INDEXES))
      await buildIndexes(db, await readFile(`${folder}/${home}/${INDEXES}`, 'utf8'));
    for (const file of files.filter(name => name !== INDEXES)) {
      const collection = db.collection(file.replace(/\.bson\.gz$/, ''));
      for await (const batch of batchesOf(readPart(folder, `${home}/${file}`))) {
        await collection.insertMany(batch);
        loaded += batch.length;
      }
    }
    return loaded;
  } finally {
    await connection.close();
  }
}

type Db = ReturnType<typeof databaseOf>;

/** All but the one that every collection has. */
async function ownIndexes(collection: ReturnType<Db['collection']>): Promise<Index[]> {
  const all = await collection.indexes();
  return all.filter(({ name }) => name !== '_id_').map(({ v: _version, ...index }) => index as Index);
}

/** While the collections are empty: a start of the product builds none over documents. */
async function buildIndexes(db: Db, text: string): Promise<void> {
  const indexes = JSON.parse(text) as Record<string, Index[]>;
  for (const [name, wanted] of Object.entries(indexes)) {
    if (wanted.length > 0) await db.collection(name).createIndexes(wanted);
  }
}

type Document = Record<string, unknown>;

/** Numbers keep the type that they had: promoted, a whole double would come back as an integer. */
async function* batchesOf(stream: Readable): AsyncGenerator<Document[]> {
  let batch: Document[] = [];
  for await (const bytes of documentsOf(stream)) {
    batch.push(BSON.deserialize(bytes, { promoteValues: false }));
    if (batch.length < INSERT) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A document begins with its own length. */
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

function databaseOf(connection: Connection) {
  if (connection.db === undefined) throw new Error('expected the address to name a database');
  return connection.db;
}

function connect(url: string): Promise<Connection> {
  return mongoose.createConnection(url, { appName: 'backup', serverSelectionTimeoutMS: 5_000 }).asPromise();
}
