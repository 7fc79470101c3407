import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';

type RequestReceivedProps = { email: string; onAnother: () => void };

/** Takes the place of the form, and of its focus. */
export function RequestReceived({ email, onAnother }: RequestReceivedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-3">
      <CircleCheck aria-hidden className="size-8 text-positive" />
      <h2
        ref={heading}
        tabIndex={-1}
        className="text-xl font-semibold outline-none focus-visible:shadow-none"
      >
        Look at your inbox
      </h2>
      <p className="text-pretty">
        We have mailed a link to <strong className="break-all font-semibold">{email}</strong>. Nothing changes
        until you open it and press its button; it works for 7 days.
      </p>
      <p className="text-pretty text-muted">
        If you asked before in the last minutes, use the link in that email: we mail no second one so soon,
        and at most three a day.
      </p>
      <Button className="mt-2" onClick={onAnother}>
        Send another request
      </Button>
    </div>
  );
}
