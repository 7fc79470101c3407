import { createServer } from 'node:http';
import pg from 'pg';
import { bestList } from './best-list.ts';

/* The smallest possible server for the dashboard's list: the best known SQL, prepared, for one reader's ZIPs. It has no routes, sessions or filters; the ZIPs come from the environment. */
const LIMIT = 25;
const DAY_MS = 86_400_000;
const zips = (process.env.ZIPS ?? '').split(',');
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c plan_cache_mode=force_generic_plan',
});

createServer(async (_request, response) => {
  const from = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
  const { rows } = await pool.query({ name: 'list', text: bestList, values: [zips, from, LIMIT, 0] });
  const { agents, total } = rows[0];
  const body = `{"agents":${agents},"total":${total},"page":1,"totalPages":${Math.ceil(total / LIMIT)}}`;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
