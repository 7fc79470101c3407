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
        We have your request
      </h2>
      <p className="text-pretty">
        It is about the agent with the email address{' '}
        <strong className="break-all font-semibold">{email}</strong>. If we need anything else to act on it,
        we write to that address, so please look at its inbox.
      </p>
      <Button className="mt-2" onClick={onAnother}>
        Send another request
      </Button>
    </div>
  );
}
