import { expect, test } from 'vitest';
import { mongoUrl } from '../mongo/mongo.ts';
import { databaseUrl } from '../postgres/pg.ts';
import { nodePostgresUrl } from './connection-urls.ts';

const DATABASE_URL = 'postgres://user:p%3Fw@db/auth';

test("the CA is in the URL under each client library's name", () => {
  const POSTGRES_CA_FILE = '/certificates/ca of db.pem';
  expect(databaseUrl({ DATABASE_URL })).toBe(DATABASE_URL);
  expect(databaseUrl({ DATABASE_URL: `${DATABASE_URL}?sslmode=verify-full`, POSTGRES_CA_FILE })).toBe(
    `${DATABASE_URL}?sslmode=verify-full&sslrootcert=%2Fcertificates%2Fca%20of%20db.pem`,
  );
  expect(mongoUrl({ MONGODB_URL: 'mongodb://a,b/content?tls=true', MONGODB_CA_FILE: '/ca.pem' })).toBe(
    'mongodb://a,b/content?tls=true&tlsCAFile=%2Fca.pem',
  );
});

test.each([
  [DATABASE_URL, DATABASE_URL],
  [`${DATABASE_URL}?sslmode=require`, `${DATABASE_URL}?sslmode=require&uselibpqcompat=true`],
  [
    `${DATABASE_URL}?sslrootcert=system&sslmode=verify-full`,
    `${DATABASE_URL}?sslmode=verify-full&uselibpqcompat=true`,
  ],
  [
    `${DATABASE_URL}?sslmode=verify-full&sslrootcert=system`,
    `${DATABASE_URL}?sslmode=verify-full&uselibpqcompat=true`,
  ],
  [
    `${DATABASE_URL}?sslmode=require&uselibpqcompat=true`,
    `${DATABASE_URL}?sslmode=require&uselibpqcompat=true`,
  ],
])('node-postgres reads sslmode as libpq does: %s', (url, own) => {
  expect(nodePostgresUrl(url)).toBe(own);
});
