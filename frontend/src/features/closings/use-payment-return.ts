import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import { connectionFailed } from './copy.ts';

const handledParameters = [
  'trial_subscribed',
  'session_id',
  'zip_code',
  'bulk',
  'converted',
  'setup_intent',
  'setup_intent_client_secret',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
];

/** Whether the URL is of a user who returns from an order or a card form. */
function isReturn(parameters: URLSearchParams): boolean {
  const has = (name: string) => parameters.get(name) === 'true';
  const isCheckout = parameters.has('zip_code') || has('bulk') || has('converted');
  return (
    has('trial_subscribed') ||
    (Boolean(parameters.get('session_id')) && isCheckout) ||
    Boolean(parameters.get('setup_intent')) ||
    parameters.has('payment_intent')
  );
}

/** Shows the outcome of an order or card in the URL once, then removes it from the URL. */
export function usePaymentReturn(): void {
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const handled = useRef('');
  const text = search.toString();
  useEffect(() => {
    if (handled.current === text) return;
    handled.current = text;
    const parameters = new URLSearchParams(text);
    if (!isReturn(parameters)) return;
    const returned = new URLSearchParams(text);
    for (const name of handledParameters) parameters.delete(name);
    setSearch(parameters, { replace: true });
    // Few users return, so the others do not load it.
    import('./payment-outcome.ts')
      .then(({ showOutcome }) => showOutcome(returned, queryClient))
      .catch(() => notify({ ...connectionFailed, tone: 'danger' }));
  }, [text, setSearch, queryClient]);
}
