import { createLog } from '@closingwire/chassis/log';
import { openPg } from '@closingwire/chassis/pg';
import { migrations } from '../src/config.ts';
import { openRegistryList } from '../src/contacts/read-registry.ts';
import { storeRegistryList } from '../src/contacts/store-registry.ts';

/* Stores a list of REGISTRY_NUMBERS numbers, in a process of its own whose memory a test limits and measures. */

const count = Number(process.env.REGISTRY_NUMBERS);

/** A flat file of numbers in two area codes, in pieces of 64 kB. */
async function* flatFile(): AsyncIterable<Buffer> {
  let text = '';
  for (let at = 0; at < count; at += 1) {
    text += `${at % 2 ? '206' : '425'},${2_000_000 + at}\r\n`;
    if (text.length < 65_536 && at < count - 1) continue;
    yield Buffer.from(text);
    text = '';
  }
}

const pg = openPg({
  url: process.env.DATABASE_URL ?? '',
  name: 'registry',
  migrations,
  copies: true,
  log: createLog('registry', 'silent'),
});
await pg.part.start();
const before = process.memoryUsage.rss();
// The peak of the process would include its start, when modules are loaded.
let peak = before;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
const startedAt = performance.now();
const list = {
  kind: 'full' as const,
  isConfirmed: true,
  accountNumber: '12345678-1',
  listedOn: '2026-03-10',
  fileName: 'all.txt',
  uploadedBy: '00000000-0000-0000-0000-000000000001',
  uploadedAt: new Date('2026-03-11T00:00:00Z'),
};
const store = async () =>
  storeRegistryList(pg, list, (await openRegistryList(flatFile(), list.kind)).numbers);
const first = await store();
const seconds = (performance.now() - startedAt) / 1_000;
const again = await store();
clearInterval(sampling);
await pg.part.stop();
const moreBytes = peak - before;
process.stdout.write(
  JSON.stringify({
    seconds,
    moreMb: Math.round(moreBytes / 1_048_576),
    isSame: first.id === again.id && again.isKnown,
  }),
);
