/**
 * Resolves at the first Ctrl-C, SIGTERM or closed terminal. The second one ends this process on the spot:
 * the kernel then tells the others to stop.
 */
export function stopSignal(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.on(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}
