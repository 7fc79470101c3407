const retryAfter = {
  'Retry-After': { description: 'How many seconds to wait', schema: { type: 'integer', minimum: 0 } },
};

/** Statuses whose replies say when to try again; with 503 only where it is known. */
const passing = new Set([429, 503]);

/** A reply that is not 2xx. */
export const problemReply = (description: string, status?: number) => ({
  description,
  ...(status && passing.has(status) && { headers: retryAfter }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});
