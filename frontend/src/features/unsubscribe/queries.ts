import { useMutation } from '@tanstack/react-query';
import { client } from '../../product/api.ts';

export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (token: string) => client.notifications.unsubscribe({ token }),
    meta: { handlesUnauthorized: true },
  });
