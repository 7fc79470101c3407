import type { contactMessage } from '@closingwire/contracts/content';
import type { z } from 'zod';
import { useAction } from '../../lib/use-action.ts';
import { client } from '../../product/api.ts';
import { contactCopy } from './copy.ts';

export type ContactMessage = z.input<typeof contactMessage>;

export const useSendMessage = () =>
  useAction({
    mutationFn: (message: ContactMessage) => client.content.sendContactMessage(message),
    succeeded: contactCopy.succeeded,
    failed: contactCopy.failed,
  });
