import type { contactMessage } from '@closingwire/contracts/content';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { client } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { contactCopy } from './copy.ts';

export type ContactMessage = z.input<typeof contactMessage>;

export const useSendMessage = () =>
  useMutation({
    mutationFn: (message: ContactMessage) => client.content.sendContactMessage(message),
    onSuccess: () => notify({ ...contactCopy.succeeded, tone: 'positive' }),
    onError: () => notify({ ...contactCopy.failed, tone: 'danger' }),
  });
