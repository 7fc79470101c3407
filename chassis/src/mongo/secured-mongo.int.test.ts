import { login, startSecuredMongo } from '@closingwire/local/testing/secured-servers';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { mongoUrl, openMongo } from './mongo.ts';

let server: Awaited<ReturnType<typeof startSecuredMongo>>;
const log = createLog('test', 'silent');

async function createUser(url: string): Promise<void> {
  const connection = await mongoose.createConnection(url).asPromise();
  const roles = [{ role: 'root', db: 'admin' }];
  await connection.db?.command({ createUser: login.user, pwd: login.password, roles });
  await connection.close();
}

beforeAll(async () => {
  server = await startSecuredMongo(createUser);
});
afterAll(() => server.stop());

type Address = { ca?: 'ca' | 'otherCa'; host?: string; password?: string };

async function connect({ ca, host = 'localhost', password = login.password }: Address): Promise<void> {
  const address = server.url.replace('@localhost', `@${host}`).replace(login.password, password);
  const MONGODB_URL = `${address}&authSource=admin&tls=true`;
  const url = mongoUrl({ MONGODB_URL, MONGODB_CA_FILE: ca && server.certificates[ca] });
  const mongo = openMongo({ url, name: 'things', log, prepare: async () => {} });
  try {
    await mongo.part.start();
    await mongo.connection.collection('things').insertOne({ name: 'one' });
    await mongo.part.check?.();
  } finally {
    await mongo.part.stop();
  }
}

test('connects with the CA of the server', async () => {
  await connect({ ca: 'ca' });
});

test.concurrent.each<[Address, string]>([
  [{ ca: 'otherCa' }, 'a CA in MONGODB_CA_FILE has signed; got: '],
  [{}, 'a CA in MONGODB_CA_FILE has signed; got: '],
  [
    { ca: 'ca', host: '127.0.0.1' },
    'a certificate for the host in MONGODB_URL; got: Hostname/IP does not match',
  ],
  [{ ca: 'ca', password: 'wrong' }, 'accepts in MONGODB_URL; got: '],
])('is refused: %o', async (address, words) => {
  await expect(connect(address)).rejects.toMatchObject({
    code: 'document_store_refused',
    message: expect.stringContaining(words),
  });
});
