import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/** The peer: Express with http-proxy-middleware as it comes, doing nothing else. */
const app = express();
app.use(createProxyMiddleware({ target: process.env.UPSTREAM_URL ?? '' }));
app.listen(Number(process.env.PORT), '127.0.0.1');
