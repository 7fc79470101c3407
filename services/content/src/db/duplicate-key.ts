const DUPLICATE_KEY = 11_000;

/** For a rejected write: false when a document with this id is there already; throws any other error. */
export function falseIfItExists(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY) return false;
  throw error;
}
