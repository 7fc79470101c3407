import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { raw, sql } from '@closingwire/chassis/pg';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';
import pg from 'pg';
import { bestList } from './best-list.ts';

/* The same list by PostGraphile, with the best known SQL as a function. It is installed on first use, because nothing else needs its packages. */
const VERSION = '5.1.5';
const folder = `${localDirectory}/peers`;
const fromFolder = createRequire(`${folder}/package.json`);

function isInstalled(): boolean {
  try {
    return (fromFolder('postgraphile/package.json') as { version: string }).version === VERSION;
  } catch {
    return false;
  }
}

const connectionString = process.env.DATABASE_URL ?? '';
if (!isInstalled()) {
  await execa('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `postgraphile@${VERSION}`]);
}
const client = new pg.Client({ connectionString });
await client.connect();
await client.query(sql`
  drop schema if exists peer cascade;
  create schema peer;
  create function peer.dashboard_list(zips text[], since date, size integer, skip integer) returns json
    stable language sql set search_path = public as $$
    select json_build_object('total', total, 'agents', agents::json) from (${raw(bestList)}) list $$`);
await client.end();

type Preset = Record<string, unknown>;
const { postgraphile } = fromFolder('postgraphile') as {
  postgraphile: (preset: Preset) => {
    createServ(grafserv: unknown): { addTo(server: unknown): Promise<void> };
  };
};
const { PostGraphileAmberPreset } = fromFolder('postgraphile/presets/amber') as Preset;
const { makePgService } = fromFolder('postgraphile/adaptors/pg') as {
  makePgService: (options: Preset) => unknown;
};
const { grafserv } = fromFolder('postgraphile/grafserv/node') as Preset;

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['peer'], poolConfig: { max: 10 } })],
  grafserv: { graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
