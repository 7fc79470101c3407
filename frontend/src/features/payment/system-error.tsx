import { useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { MissingKeyError } from '../../product/payment-provider.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { systemError } from './copy.ts';

/** Names a missing key; other errors may be temporary. */
const textOf = (error: unknown): string => {
  const isUnset = error instanceof ApiError && error.body.code === 'payments_not_set_up';
  return isUnset || error instanceof MissingKeyError ? error.message : systemError.description;
};

/** The payment system did not load or has no public key. */
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
