import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks, notLoaded } from './vite/chunks.ts';
import { contractRoutes } from './vite/contract-routes-plugin.ts';
import { deliveryFieldFacts, leadFieldFacts } from './vite/lead-fields-plugin.ts';
import { stateOutlines } from './vite/state-outlines-plugin.ts';

const source = (name: string) => join(import.meta.dirname, 'src', name);
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    contractRoutes(),
    leadFieldFacts(),
    deliveryFieldFacts(),
    stateOutlines(),
    react(),
    tailwindcss(),
  ],
  build: {
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_chunk, needed, { hostId }) => notLoaded(hostId, needed),
    },
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { codeSplitting: chunks(source('entry.ts'), source('main.tsx')) } },
  },
  // Keeps the browser's Host header: the gateway accepts calls only from its own origin.
  server: { proxy: { '/api': { target: gateway } } },
}));
