import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  /** An outside click does not close the dialog, for content that cannot be shown again. */
  stays?: boolean;
  /**
   * Frames over the dialog, such as a bank's question, may take the focus: the page is inert instead of the focus
   * being trapped. Only a button or Escape closes the dialog.
   */
  hostsFrames?: boolean;
  /** Gets the focus afterwards if the dialog's opener no longer exists. */
  returnFocus?: RefObject<HTMLElement | null>;
};

/** The first field gets the focus, or else a value to copy, before buttons. */
const FIELD = 'input:read-write, select, textarea:read-write';
const VALUE = '[data-copy]';

const backdrop = 'fixed inset-0 z-40 animate-fade bg-black/50 backdrop-blur-[2px]';

/** A modal sheet: centered on large screens, at the bottom on phones. The focus returns to its opener. */
export default function DialogSheet({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  wide,
  stays,
  hostsFrames = false,
  returnFocus,
}: DialogProps) {
  useInertPage(hostsFrames && open);
  const opener = useRef<HTMLElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={!hostsFrames}>
      <Radix.Portal>
        {hostsFrames ? <div className={backdrop} /> : <Radix.Overlay className={backdrop} />}
        <Radix.Content
          aria-modal
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={event => {
            const { activeElement } = document;
            const isSomewhere = activeElement instanceof HTMLElement && activeElement !== document.body;
            opener.current = isSomewhere ? activeElement : null;
            const dialog = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
            const firstField =
              dialog?.querySelector<HTMLElement>(FIELD) ?? dialog?.querySelector<HTMLElement>(VALUE);
            if (!firstField) return;
            event.preventDefault();
            firstField.focus();
          }}
          onInteractOutside={event => (stays || hostsFrames) && event.preventDefault()}
          onEscapeKeyDown={event => stays && event.preventDefault()}
          onCloseAutoFocus={event => {
            // Radix would focus a trigger of its own, which we do not use.
            event.preventDefault();
            (opener.current?.isConnected ? opener.current : returnFocus?.current)?.focus();
          }}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise flex-col rounded-t-2xl border border-line bg-surface shadow-lift sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl',
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <header className="flex items-start gap-4 border-b border-line px-5 py-4 sm:px-6">
            <div className="grid min-w-0 flex-1 gap-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mr-2 grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-ink/8 hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </header>
          <div className="overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-6">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const PAGE = 'body a[href="#main"], header, main, footer';

/** Makes the page behind a dialog inert, but not the toasts over it. */
function useInertPage(isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return;
    const root = document.documentElement;
    const elements = [...document.querySelectorAll<HTMLElement>(PAGE)].filter(
      element => !element.closest('[role=dialog]'),
    );
    for (const element of elements) element.inert = true;
    root.style.overflow = 'hidden';
    return () => {
      for (const element of elements) element.inert = false;
      root.style.overflow = '';
    };
  }, [isInert]);
}
