/**
 * Why a request of a feed failed. `refused`: a repeat would fail too, so the feed stops. `away`: a later repeat may
 * succeed. `limited`: a limit is reached for `waitMs`.
 */
export class FeedError extends Error {
  readonly kind: 'refused' | 'away' | 'limited';
  readonly status: number | null;
  readonly waitMs: number;

  constructor(
    kind: FeedError['kind'],
    message: string,
    { status = null, waitMs = 0, cause }: { status?: number | null; waitMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.waitMs = waitMs;
  }
}
