import { createHmac } from 'node:crypto';

/** What is kept of the address of somebody who left: enough to know it again, nothing to read it from. */
export type HashAddress = (email: string) => Buffer;

export const addressHash =
  (secret: string): HashAddress =>
  email =>
    createHmac('sha256', secret).update(`former address ${email.trim().toLowerCase()}`).digest();
