import { type ReactNode, useId, useRef } from 'react';

const MARGIN_PX = 8;

/** A tooltip. It opens on hover, focus and tap, stays while hovered, and closes on Escape or an outside tap. */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  const show = (anchor: Element) => {
    const hint = bubble.current;
    if (!hint || hint.matches(':popover-open')) return;
    hint.showPopover();
    const { left, bottom } = anchor.getBoundingClientRect();
    const furthest = window.innerWidth - hint.offsetWidth - MARGIN_PX;
    hint.style.left = `${Math.max(MARGIN_PX, Math.min(left, furthest))}px`;
    hint.style.top = `${bottom}px`;
  };
  const hide = () => {
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover();
  };
  return (
    <span onPointerLeave={event => event.pointerType === 'mouse' && hide()}>
      <button
        type="button"
        aria-describedby={id}
        className="rounded-md"
        onPointerEnter={event => event.pointerType === 'mouse' && show(event.currentTarget)}
        onFocus={event => show(event.currentTarget)}
        onClick={event => show(event.currentTarget)}
        onBlur={hide}
      >
        {children}
      </button>
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="auto"
        className="fixed inset-auto m-0 bg-transparent p-0 pt-1.5"
      >
        <span className="block max-w-64 rounded-lg bg-ink px-3 py-2 text-left text-xs font-normal text-canvas shadow-lift">
          {text}
        </span>
      </span>
    </span>
  );
}
