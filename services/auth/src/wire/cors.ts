import type { RequestHandler } from 'express';

const corsMethods = 'GET,POST,PUT,PATCH,DELETE';
const corsHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'X-Client-IP',
  'X-Client-Info',
  'X-JWT-AUD',
  'x-use-cookie',
  'X-Supabase-Api-Version',
  'apikey',
].join(',');

/** Any page may call: nothing here reads a cookie, and every credential is given by hand. */
export const cors: RequestHandler = (req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
  });
  if (req.method !== 'OPTIONS') return next();
  res.set({ 'Access-Control-Allow-Methods': corsMethods, 'Access-Control-Allow-Headers': corsHeaders });
  res.set({ 'Access-Control-Max-Age': '600' }).status(204).end();
};
