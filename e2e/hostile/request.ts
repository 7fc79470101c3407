import type { Attack } from './attacks.ts';
import type { OpenRoute } from './input-schema.ts';

export type HostileRequest = { what: string; method: string; path: string; body?: string };

/** Encodes text as bytes that may be invalid UTF-8. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

/** Writes numbers that JSON cannot express, as a careless client would. */
function written(value: unknown): string {
  const text = JSON.stringify(value, (_name, inner) =>
    typeof inner === 'number' && !Number.isFinite(inner) ? `@@${inner}@@` : inner,
  );
  return text.replaceAll(/"@@(-?\w+)@@"/g, (_all, word: string) => (word === 'NaN' ? 'NaN' : '1e999'));
}

/** Returns the request of an attack: path parameters in the path, the rest in the query or the body. */
export function requestOf({ name, method, path }: OpenRoute, { what, input, raw }: Attack): HostileRequest {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const fields: Record<string, unknown> = isObject ? { ...input } : {};
  const filled = path.replace(/\{(\w+)\}/g, (_all, field: string) => {
    const value = fields[field];
    delete fields[field];
    return encoded(value ?? 'x').slice(0, 4_000) || '%20';
  });
  const request = { what: `${name}: ${what}`, method };
  if (method !== 'GET') return { ...request, path: filled, body: raw ?? written(isObject ? fields : input) };
  const query = Object.entries(fields).map(([key, value]) => `${encodeURIComponent(key)}=${encoded(value)}`);
  return { ...request, path: `${filled}?${query.join('&')}`.slice(0, 12_000) };
}
