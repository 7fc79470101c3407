import { useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

type FormDialogProps = Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> & {
  onClose: () => void;
  onSubmit: () => unknown;
  onFocus?: () => void;
  /** What the button says that sends the form. */
  action: string;
  isDisabled: boolean;
  tone?: 'accent' | 'danger';
  /** What the other button says. */
  cancel?: string;
  /** How the fields stand to each other. */
  layout?: string;
};

/** A dialog that asks for something: its buttons stand below the form, Enter in a field sends it. */
export function FormDialog({
  onClose,
  onSubmit,
  onFocus,
  action,
  isDisabled,
  tone = 'accent',
  cancel = 'Cancel',
  layout = 'grid gap-5',
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} tone={tone} disabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={layout}
        onFocus={onFocus}
        onSubmit={event => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
