import type { Request } from 'express';

/** One way to get tokens: the reply to a token request, or the refusal that it throws. */
export type Grant = (req: Request) => Promise<object>;
