import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

type ActionDialogProps = Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> & {
  onClose: () => void;
  onAction: () => void;
  /** Label of the button that acts. */
  action: string;
  isDisabled?: boolean;
  tone?: 'accent' | 'danger';
  /** Label of the cancel button. */
  cancel?: string;
};

/** A dialog whose button acts. */
export function ActionDialog({
  onClose,
  onAction,
  action,
  isDisabled = false,
  tone = 'danger',
  cancel = 'Cancel',
  ...dialog
}: ActionDialogProps) {
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button tone={tone} disabled={isDisabled} onClick={onAction}>
            {action}
          </Button>
        </>
      }
    />
  );
}
