import { failureOf, UnexpectedReply } from './api-error.ts';
import { reportNoReply } from './reachability.ts';

type Upload = {
  url: string;
  file: File;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  /** `blob`: the reply is a file, which the browser may keep on disk. */
  reply?: 'json' | 'blob';
};

async function replyOf(request: XMLHttpRequest): Promise<unknown> {
  const { status, statusText, responseURL } = request;
  const content: Blob | string = request.responseType === 'blob' ? request.response : request.responseText;
  if (status < 200 || status >= 300) throw await failureOf(new Response(content, { status, statusText }));
  if (content instanceof Blob) return content;
  try {
    return JSON.parse(content);
  } catch {
    throw new UnexpectedReply(responseURL);
  }
}

/**
 * Posts a file as the body, without reading it into memory, and returns the reply. `fetch` does not report the
 * progress of a body, so this is an XMLHttpRequest. Rejects with an `ApiError` for a reply outside 2xx, with a
 * `TypeError` without a reply, and with the signal's reason after an abort.
 */
export function uploadFile({ url, file, signal, onProgress, reply = 'json' }: Upload): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    if (reply === 'blob') request.responseType = 'blob';
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => resolve(replyOf(request)));
    request.addEventListener('error', () => {
      reportNoReply();
      reject(new TypeError('The file could not be sent'));
    });
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
