import { readConfig } from '@closingwire/chassis/config';
import mongoose from 'mongoose';
import { contentConfig } from './config.ts';
import { modelsOf } from './models.ts';
import { buildIndexes } from './prepare.ts';

// `make mongo-indexes`: the indexes that a start did not make, because there were documents already.
const { MONGODB_URL } = readConfig(contentConfig.pick({ MONGODB_URL: true }));
const connection = await mongoose.createConnection(MONGODB_URL, { autoIndex: false }).asPromise();
try {
  await buildIndexes(modelsOf(connection));
  process.stdout.write('Every index is there.\n');
} finally {
  await connection.close();
}
