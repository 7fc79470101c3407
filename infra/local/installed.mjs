// Exits 0 when node_modules matches package-lock.json, so that `make` runs `npm ci` only when it has to.
// Plain JavaScript: it runs before Node 24 is there.
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

const packagesOf = file => JSON.parse(readFileSync(file, 'utf8')).packages;

function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json') || !existsSync('node_modules/.bin/node')) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path, { optional, link }]) => path.includes('node_modules/') && !optional && !link)
    .every(([path, { version }]) => installed[path]?.version === version);
}

process.exit(isInstalled() ? 0 : 1);
