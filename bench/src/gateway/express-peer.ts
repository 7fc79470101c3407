import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/** A proxy to compare the gateway with: Express and http-proxy-middleware, with their defaults. */
const app = express();
app.use(createProxyMiddleware({ target: process.env.UPSTREAM_URL ?? '' }));
app.listen(Number(process.env.PORT), '127.0.0.1');
