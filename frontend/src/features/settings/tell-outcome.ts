import { messageOf } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';

type Outcome = {
  succeeded: { title: string; description?: string };
  failed: { title: string; fallback: string };
};

export const tellSuccess = ({ succeeded }: Pick<Outcome, 'succeeded'>): void =>
  notify({ ...succeeded, tone: 'positive' });

/** Tells a failure in the server's words, or ours when it had none. */
export const tellFailure =
  ({ failed }: Pick<Outcome, 'failed'>) =>
  (error: unknown): void =>
    notify({ title: failed.title, description: messageOf(error, failed.fallback), tone: 'danger' });
