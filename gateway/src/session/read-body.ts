import type { IncomingMessage } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';

/** The whole body as text. Throws `too-large` past `maxBytes`. */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      const text = `Expected a body of at most ${maxBytes} bytes, got more`;
      throw new AppError('too-large', 'body_too_large', text);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
