import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type NamedReply = { status: number | undefined; headers: Headers; text: string };

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Requests an unchanged path from the server at `url`. Unlike fetch, it can set the `host` header. */
export async function askByName(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<NamedReply> {
  const { hostname, port } = new URL(url);
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, method, headers }, resolve).on('error', reject).end();
  });
  const body = await buffer(reply);
  const decode = body.length > 0 ? decoders[reply.headers['content-encoding'] ?? ''] : undefined;
  return {
    status: reply.statusCode,
    headers: new Headers(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
    text: (decode?.(body) ?? body).toString(),
  };
}
