/** A failure told to the person at the terminal: the message is a whole sentence and says what to do. */
export class PlatformError extends Error {
  override name = 'PlatformError';
}
