import type { User } from '@closingwire/contracts/screen-api';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useMoney } from '../customer/queries.ts';
import { endTrialTexts } from './trial-change.ts';

type EndTrialDialogProps = { user: User; onConfirm: () => void; onClose: () => void };

/** Asks before a credit ends a trial, with the sum that is charged. */
export default function EndTrialDialog({ user, onConfirm, onClose }: EndTrialDialogProps) {
  const money = useMoney(user.id);
  const isRead = !money.isFetching;
  const texts = isRead
    ? endTrialTexts(user, money.isError ? undefined : money.data)
    : ['Loading what the user pays…'];
  return (
    <ConfirmDialog
      title="End this trial now?"
      action="End the trial"
      isReady={isRead}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div role="status">
        {texts.map(text => (
          <p key={text} className="mt-2 first:mt-0">
            {text}
          </p>
        ))}
      </div>
    </ConfirmDialog>
  );
}
