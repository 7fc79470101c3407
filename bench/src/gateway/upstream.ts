import { createServer } from 'node:http';

/** A fast service behind the proxies: 10 KB of JSON per request. */
const body = Buffer.from(JSON.stringify({ agents: 'x'.repeat(10_000) }));

createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
