import { readConfig } from '@closingwire/chassis/config';
import { mongoUrl } from '@closingwire/chassis/mongo';
import mongoose from 'mongoose';
import { contentConfig } from './config.ts';
import { modelsOf } from './models.ts';
import { buildIndexes } from './prepare.ts';

// `make mongo-indexes`: the indexes that a start did not make, because there were documents already.
const config = readConfig(contentConfig.pick({ MONGODB_URL: true, MONGODB_CA_FILE: true }));
const connection = await mongoose.createConnection(mongoUrl(config), { autoIndex: false }).asPromise();
try {
  await buildIndexes(modelsOf(connection));
  process.stdout.write('Every index is there.\n');
} finally {
  await connection.close();
}
