import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

/** A proxy to compare the gateway with: fastify and @fastify/http-proxy, with their defaults. */
const app = fastify();
await app.register(httpProxy, { upstream: process.env.UPSTREAM_URL ?? '' });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
