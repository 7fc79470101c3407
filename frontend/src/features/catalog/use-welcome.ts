import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import { head, welcome } from './copy.ts';

const WELCOME_DURATION_MS = 8000;

/** Greets whoever comes from the confirmation mail, once: the address then loses its parameter. */
export function useWelcome(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isWelcome = search.get('welcome') === 'true';
  useEffect(() => {
    if (!isWelcome) return;
    notify({ ...welcome, tone: 'positive', durationMs: WELCOME_DURATION_MS });
    navigate(head.path, { replace: true });
  }, [isWelcome, navigate]);
}
