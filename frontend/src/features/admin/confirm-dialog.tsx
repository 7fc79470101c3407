import type { ReactNode, RefObject } from 'react';
import { ActionDialog } from '../../ui/action-dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  action: string;
  /** False while confirming is not possible. */
  isReady?: boolean;
  /** Gets the focus afterwards if confirming removes the dialog's opener. */
  returnFocus?: RefObject<HTMLElement | null>;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function ConfirmDialog({ isReady = true, onConfirm, onClose, ...dialog }: ConfirmDialogProps) {
  const act = () => {
    onConfirm();
    onClose();
  };
  return <ActionDialog {...dialog} isDisabled={!isReady} onClose={onClose} onAction={act} />;
}
