import { readConfig } from '@closingwire/chassis/config';
import { mongoUrl } from '@closingwire/chassis/mongo';
import mongoose from 'mongoose';
import { contentConfig } from './config.ts';
import { modelsOf } from './models.ts';
import { buildIndexes } from './prepare.ts';

// Runs as `make mongo-indexes`. Makes the indexes of collections with documents, which the service does not make at
// start.
const config = readConfig(contentConfig.pick({ MONGODB_URL: true, MONGODB_CA_FILE: true }));
const connection = await mongoose.createConnection(mongoUrl(config), { autoIndex: false }).asPromise();
try {
  await buildIndexes(modelsOf(connection));
  process.stdout.write('All indexes exist.\n');
} finally {
  await connection.close();
}
