import { useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { MissingKeyError } from '../../lib/payment-provider.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { systemError } from './copy.ts';

/** What the person can do nothing about is stated as it is; anything else may go well the next time. */
const textOf = (error: unknown): string =>
  error instanceof MissingKeyError || error instanceof ApiError ? error.message : systemError.description;

/** The payment system could not be loaded, or nobody has given it its public key. */
export function SystemError({ error }: { error: unknown }) {
  const description = textOf(error);
  useEffect(() => notify({ ...systemError, description, tone: 'danger' }), [description]);
  return (
    <NoticeBox
      tone="danger"
      title={systemError.title}
      actions={
        <>
          <Button size="sm" onClick={() => window.location.reload()}>
            Try again
          </Button>
          <ButtonLink size="sm" to="/contact">
            Contact support
          </ButtonLink>
        </>
      }
    >
      {description}
    </NoticeBox>
  );
}
