import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { connectToaster, type Notice } from '../lib/notify.ts';
import { useMedia } from './use-media.ts';

const DEFAULT_DURATION_MS = 5000;

const icons = {
  neutral: <Info aria-hidden className="size-5 text-accent" />,
  positive: <CircleCheck aria-hidden className="size-5 text-accent" />,
  danger: <TriangleAlert aria-hidden className="size-5 text-[#ff9b8f]" />,
};

const PHONE = '(max-width: 600px)';

/** A dialog has its title and close button at the top, and its buttons at the bottom right. */
function placeOf() {
  const isPhone = matchMedia(PHONE).matches;
  if (document.querySelector('[role="dialog"]')) return isPhone ? 'bottom-center' : 'bottom-left';
  return isPhone ? 'top-center' : 'bottom-right';
}

let count = 0;
/** The visible toast, which the next notice takes over. Sonner drops what a toast that is leaving is given. */
let visible: number | null = null;

function show(notice: Notice | null) {
  if (!notice) {
    if (visible !== null) toast.dismiss(visible);
    visible = null;
    return;
  }
  const { title, description, tone = 'neutral', durationMs = DEFAULT_DURATION_MS, action, onShown } = notice;
  visible ??= ++count;
  const id = visible;
  const leave = () => {
    if (visible === id) visible = null;
  };
  toast(title, {
    id,
    description,
    duration: durationMs,
    onAutoClose: leave,
    onDismiss: leave,
    icon: icons[tone],
    action: action && {
      label: action.label,
      onClick: () => {
        leave();
        action.onPress();
      },
    },
    // A notice that takes over a toast must not keep its place.
    position: placeOf(),
  });
  onShown?.();
}

/**
 * One toast at a time, dark in both themes, bottom right. On phones it is below the header, off forms and the bar of an
 * order. With a dialog it is beside the dialog's buttons, on phones above them and a text of two lines.
 */
export default function Toaster() {
  const isPhone = useMedia(PHONE);
  useEffect(() => connectToaster(show), []);
  return (
    <Sonner
      visibleToasts={1}
      closeButton
      gap={8}
      position={isPhone ? 'top-center' : 'bottom-right'}
      mobileOffset={{ top: '4.5rem', bottom: '8.25rem' }}
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[22rem] max-w-[calc(100vw-2rem)] items-start gap-3 rounded-xl bg-[#1b1c22] p-4 pr-10 text-[#f6f5f1] shadow-lift ring-1 ring-white/15',
          actionButton:
            'ml-auto shrink-0 whitespace-nowrap rounded-md px-2 text-sm font-semibold underline underline-offset-4',
          title: 'text-sm font-semibold leading-5',
          description: 'mt-0.5 text-sm leading-5 text-[#c9c9cd]',
          closeButton:
            'absolute right-2.5 top-2.5 grid size-7 place-items-center rounded-md text-[#c9c9cd] hover:bg-white/10 [&_svg]:size-4',
        },
      }}
    />
  );
}
