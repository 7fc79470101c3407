import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import S3rver from 's3rver';
import type { S3Settings } from '../src/backup/s3-storage.ts';

/** A server with S3's protocol, which checks signatures, and an empty bucket `backups`. */
export async function startS3(): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const directory = await mkdtemp(`${tmpdir()}/s3-`);
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: 'backups', configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      address: 's3://backups/production',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
