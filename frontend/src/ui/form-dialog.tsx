import { type ComponentProps, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form } from './form.tsx';

type FormDialogProps = Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> &
  Pick<ComponentProps<typeof Form>, 'form' | 'onSubmit'> & {
    onClose: () => void;
    /** Label of the submit button. */
    action: string;
    isDisabled: boolean;
    tone?: 'accent' | 'danger';
    cancel?: string;
    /** Class names for the arrangement of fields. */
    layout?: string;
  };

/** A dialog with a form: buttons are below the form, and Enter in a field submits it. */
export function FormDialog({
  onClose,
  form,
  onSubmit,
  action,
  isDisabled,
  tone = 'accent',
  cancel = 'Cancel',
  layout = 'grid gap-5',
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={id} tone={tone} disabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={id} form={form} className={layout} onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
