import type { Page } from 'playwright-core';

/** A script from the network, in bytes of its gzipped body. */
export type TransferredScript = { path: string; bytes: number };

/** After this pause, a page loads more only in response to input. */
const QUIET_MS = 4_000;
const FOR_ALL_MS = 60_000;

/** Opens the URL and returns each script loaded until the page is idle. */
export async function transferredScripts(page: Page, url: string): Promise<TransferredScript[]> {
  const scripts = new Map<string, TransferredScript>();
  const paths = new Map<string, string>();
  const under = new Set<string>();
  let lastStir = Date.now();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  // Chromium prefers brotli. Budgets are in gzip, which every browser and proxy supports.
  await devTools.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  devTools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    lastStir = Date.now();
    under.add(requestId);
    if (type === 'Script') paths.set(requestId, new URL(request.url).pathname);
  });
  devTools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path === undefined) return;
    const known = scripts.get(requestId)?.bytes ?? 0;
    scripts.set(requestId, { path, bytes: known + encodedDataLength });
  });
  const settle = ({ requestId }: { requestId: string }) => {
    lastStir = Date.now();
    under.delete(requestId);
  };
  devTools.on('Network.loadingFinished', settle);
  devTools.on('Network.loadingFailed', settle);
  await page.goto(url);
  const end = Date.now() + FOR_ALL_MS;
  while (Date.now() < end && (under.size > 0 || Date.now() - lastStir < QUIET_MS))
    await page.waitForTimeout(100);
  return [...scripts.values()].sort((a, b) => b.bytes - a.bytes);
}
