import { useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { MissingKeyError } from '../../product/payment-provider.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { systemError } from './copy.ts';

/** A key that nobody has set is named; anything else may go well the next time. */
const textOf = (error: unknown): string => {
  const isUnset = error instanceof ApiError && error.body.code === 'payments_not_set_up';
  return isUnset || error instanceof MissingKeyError ? error.message : systemError.description;
};

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
