/** The size of all files together, for people. */
export function megabytes(files: readonly { bytes: number }[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The time since, for people; `startedAt` is of `performance.now`. */
export const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
