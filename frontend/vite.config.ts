import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './vite/contract-routes-plugin.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [contractRoutes(), react(), tailwindcss()],
  build: { assetsInlineLimit: 0, manifest: true, modulePreload: { polyfill: false } },
  // Host stays as the browser sent it: the gateway takes calls from its own origin only.
  server: { proxy: { '/api': { target: gateway } } },
});
