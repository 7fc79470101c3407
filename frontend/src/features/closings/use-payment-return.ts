import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { client } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type Notice, notify } from '../../lib/notify.ts';
import { clearSelectedZips } from '../../lib/selected-zips.ts';
import { paymentReturnCopy as copy } from './copy.ts';

const TRIAL_TOAST_MS = 8000;

async function verify(sessionId: string): Promise<Notice> {
  try {
    const { success, converted } = await client.billing.verifyPayment({ sessionId });
    if (!success) return { ...copy.unverified, tone: 'danger' };
    clearSelectedZips();
    return { ...(converted ? copy.converted : copy.subscribed), tone: 'positive' };
  } catch (error) {
    if (error instanceof TypeError) return { ...copy.network, tone: 'danger' };
    if (error instanceof ApiError && error.status < 500) return { ...copy.unverified, tone: 'danger' };
    return copy.processing;
  }
}

/** Tells what became of an order when its outcome stands in the address, once; the address is then cleared. */
export function usePaymentReturn(): void {
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const handled = useRef('');
  const text = search.toString();
  useEffect(() => {
    if (handled.current === text) return;
    handled.current = text;
    const parameters = new URLSearchParams(text);
    const sessionId = parameters.get('session_id');
    const isCheckout =
      parameters.has('zip_code') ||
      parameters.get('bulk') === 'true' ||
      parameters.get('converted') === 'true';
    const isTrial = parameters.get('trial_subscribed') === 'true';
    if (!isTrial && !(sessionId && isCheckout)) return;
    for (const name of ['trial_subscribed', 'session_id', 'zip_code', 'bulk', 'converted'])
      parameters.delete(name);
    setSearch(parameters, { replace: true });
    if (isTrial) notify({ ...copy.trialSubscribed, tone: 'positive', durationMs: TRIAL_TOAST_MS });
    else if (sessionId) {
      void verify(sessionId).then(async notice => {
        notify(notice);
        await queryClient.invalidateQueries();
      });
    }
  }, [text, setSearch, queryClient]);
}
