import { readConfig } from '@closingwire/chassis/config';
import { mongoUrl } from '@closingwire/chassis/mongo';
import mongoose from 'mongoose';
import { contentConfig } from './config.ts';
import { modelsOf } from './models.ts';
import { buildIndexes } from './prepare.ts';

// `make mongo-indexes`: makes the indexes of filled collections, which a start leaves out.
const config = readConfig(contentConfig.pick({ MONGODB_URL: true, MONGODB_CA_FILE: true }));
const connection = await mongoose.createConnection(mongoUrl(config), { autoIndex: false }).asPromise();
try {
  await buildIndexes(modelsOf(connection));
  process.stdout.write('All indexes exist.\n');
} finally {
  await connection.close();
}
