import type { ApiKey } from '@closingwire/contracts/auth';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { earlierKeys } from './earlier-keys.ts';
import { keysQuery, useRevokeKey } from './queries.ts';

type RevokeKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

export default function RevokeKeyDialog({ apiKey, onClose, returnFocus }: RevokeKeyDialogProps) {
  const revoke = useRevokeKey();
  const keys = useQuery(keysQuery).data?.apiKeys ?? [];
  return (
    <ActionDialog
      onClose={onClose}
      onAction={() => revoke.mutate({ keyId: apiKey.id }, { onSuccess: onClose })}
      action={revoke.isPending ? 'Revoking...' : 'Revoke key'}
      isDisabled={revoke.isPending}
      cancel="Keep it"
      returnFocus={returnFocus}
      title={`Revoke "${apiKey.name}"?`}
    >
      Whatever uses the key <code className="font-mono">{apiKey.prefix}…</code> is refused within a few
      seconds. It cannot be taken back; to change a key without a gap, roll it.
      {earlierKeys(apiKey, keys, new Date()).map(({ id, prefix, worksUntil }) => (
        <p key={id} className="mt-3 text-ink">
          The earlier key <code className="font-mono">{prefix}…</code> of this name still works, until{' '}
          {formatInstant(worksUntil)}. Revoke it by itself if it should stop now.
        </p>
      ))}
    </ActionDialog>
  );
}
