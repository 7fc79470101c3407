import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useState } from 'react';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useAppearance } from './appearance.ts';

type CardFormProps = {
  id: string;
  provider: Stripe;
  /** Of a setup intent (`seti_…`) or a payment intent (`pi_…`). */
  clientSecret: string;
  /** Confirms what was entered; resolves to what the provider refused it for. */
  onConfirm: (provider: Stripe, elements: StripeElements) => Promise<StripeError | undefined>;
  onRefused: (error: StripeError) => void;
  onUnloadable: () => void;
  onPending: (isPending: boolean) => void;
  onReady: (isReady: boolean) => void;
  onEscape?: () => void;
  /** Why the provider refused it last; '' when it did not. */
  refusal: string;
  refusalTitle: string;
  /** What stands under the fields. */
  children?: ReactNode;
};

const scrollIntoView = (node: Element | null) => node?.scrollIntoView({ block: 'nearest' });

/** The provider's own fields, in frames of its own origin: card details never touch this page. */
export function CardForm(props: CardFormProps) {
  const appearance = useAppearance();
  return (
    <Elements stripe={props.provider} options={{ clientSecret: props.clientSecret, appearance }}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ id, onConfirm, onRefused, onPending, ...rest }: CardFormProps) {
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
    // The provider marks an incomplete field itself, beside the field.
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
