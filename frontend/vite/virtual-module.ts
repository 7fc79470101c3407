import type { Plugin } from 'vite';

/** Provides `source` as the module `virtual:<name>`. */
export function virtualModule(name: string, source: string): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: wanted => (wanted === id ? `\0${id}` : null),
    load: resolved => (resolved === `\0${id}` ? source : null),
  };
}
