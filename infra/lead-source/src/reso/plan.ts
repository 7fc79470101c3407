import { z } from 'zod';

/** A failure of one request: a status, or what happens to the connection. */
export const fault = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  /** The connection closes before a reply. */
  z.object({ kind: z.literal('drop') }),
  /** The connection closes in the middle of the body. */
  z.object({ kind: z.literal('short-body') }),
  /** The body ends early, as if it were complete. */
  z.object({ kind: z.literal('cut-json') }),
  /** Every issued token expires before this request is checked. */
  z.object({ kind: z.literal('expired-token') }),
  z.object({ kind: z.literal('slow'), delayMs: z.int().min(0).max(600_000) }),
]);
export type Fault = z.output<typeof fault>;

export type SeenRequest = { at: string; url: string };

const REMEMBERED = 10_000;

/** Counts the requests for rows and holds what happens at coming ones. */
export class Plan {
  #count = 0;
  readonly #seen: SeenRequest[] = [];
  readonly #faults = new Map<number, Fault>();
  readonly #actions = new Map<number, (() => void)[]>();

  get count(): number {
    return this.#count;
  }

  /** The last 10,000 requests, oldest first. */
  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  /** The `request`-th request from now, beginning with 1, fails. */
  failAt(request: number, planned: Fault): void {
    this.#faults.set(this.#count + request, planned);
  }

  /** Calls `action` before the `request`-th request from now reads rows, for changes between two pages. */
  before(request: number, action: () => void): void {
    const at = this.#count + request;
    this.#actions.set(at, [...(this.#actions.get(at) ?? []), action]);
  }

  /** Counts a request, runs its actions and returns its fault. */
  begin(seen: SeenRequest): Fault | undefined {
    const number = ++this.#count;
    this.#seen.push(seen);
    if (this.#seen.length > REMEMBERED) this.#seen.shift();
    for (const action of this.#actions.get(number) ?? []) action();
    this.#actions.delete(number);
    const planned = this.#faults.get(number);
    this.#faults.delete(number);
    return planned;
  }
}
