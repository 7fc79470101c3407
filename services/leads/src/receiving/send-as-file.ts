import type { Response } from 'express';

/** Makes the reply a file to download. */
export function sendAsFile(response: Response, name: string): void {
  response.setHeader('content-type', 'text/csv; charset=utf-8');
  response.setHeader('content-disposition', `attachment; filename="${name}"`);
}
