import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useAppearance } from './appearance.ts';
import { systemError } from './copy.ts';
import { usePaymentProvider } from './queries.ts';

type CardFormProps = CardProblems & {
  id: string;
  provider: Stripe;
  /** The client secret of a setup intent (`seti_…`) or a payment intent (`pi_…`). */
  clientSecret: string;
  /** Confirms the input; resolves to the provider's error, if any. */
  onConfirm: (provider: Stripe, elements: StripeElements) => Promise<StripeError | undefined>;
  onPending: (isPending: boolean) => void;
  onReady: (isReady: boolean) => void;
  onEscape?: () => void;
  /** Content below the fields. */
  children?: ReactNode;
};

type CardProblems = ReturnType<typeof useCardProblems>['problems'];

/** The provider, and the problems that the card form reports. */
export function useCardProblems({ title, fallback }: { title: string; fallback: string }) {
  const provider = usePaymentProvider();
  const [refusal, setRefusal] = useState('');
  const [isUnloadable, setUnloadable] = useState(false);
  const problems = {
    /** The provider's last error; '' without one. */
    refusal,
    refusalTitle: title,
    onSend: () => setRefusal(''),
    onRefused: ({ message = fallback }: StripeError) => {
      setRefusal(message);
      notify({ title, description: message, tone: 'danger' });
    },
    onUnloadable: () => {
      setUnloadable(true);
      notify({ ...systemError, tone: 'danger' });
    },
  };
  return { provider, isBroken: provider.isError || isUnloadable, problems };
}

const scrollIntoView = (node: Element | null) => node?.scrollIntoView({ block: 'nearest' });

/** The provider's fields in its own frames: card details never reach this page. */
export function CardForm(props: CardFormProps) {
  const appearance = useAppearance();
  return (
    <Elements stripe={props.provider} options={{ clientSecret: props.clientSecret, appearance }}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ id, onConfirm, onSend, onRefused, onPending, ...rest }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isPending, setPending] = useState(false);
  const [isReady, setReady] = useState(false);
  const show = (pending: boolean) => {
    setPending(pending);
    onPending(pending);
  };
  async function send(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || isPending) return;
    show(true);
    const checked = await elements.submit();
    // The provider marks an incomplete field itself.
    if (!checked.error) onSend();
    const error = checked.error ? undefined : await onConfirm(stripe, elements);
    show(false);
    if (error) onRefused(error);
  }
  return (
    <form id={id} onSubmit={send} className="grid gap-5" aria-busy={isPending}>
      {rest.refusal && (
        <div ref={scrollIntoView}>
          <NoticeBox tone="danger" title={rest.refusalTitle}>
            {rest.refusal}
          </NoticeBox>
        </div>
      )}
      <div className="relative min-h-56">
        {!isReady && <Spinner className="absolute inset-0" label="Loading the card form" />}
        <PaymentElement
          className={isReady ? '' : 'opacity-0'}
          options={{ layout: 'tabs' }}
          onReady={() => {
            setReady(true);
            rest.onReady(true);
          }}
          onLoadError={rest.onUnloadable}
          {...(rest.onEscape && !isPending && { onEscape: rest.onEscape })}
        />
      </div>
      {rest.children}
    </form>
  );
}
