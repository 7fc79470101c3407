import { feedSettings } from '@closingwire/contracts/sources';
import { z } from 'zod';

const { url, originatingSystem, everyMinutes } = feedSettings;
const required = (message: string, max: number) => z.string().trim().min(1, message).max(max);

/** Whether a secret is needed depends on the stored feed, so the dialog decides it. */
const common = {
  url,
  secret: z.string().max(4_000),
  originatingSystem: z.literal('').or(originatingSystem.unwrap()),
  everyMinutes,
  isPaused: z.boolean(),
};

/** Fields as typed. The fields of the other way of signing in stay in the form, unread. */
export const feedFormSchema = z.discriminatedUnion('authKind', [
  z.object({
    ...common,
    authKind: z.literal('client'),
    tokenUrl: url,
    clientId: required('Please enter the client ID', 500),
  }),
  z.object({ ...common, authKind: z.literal('token'), tokenUrl: z.string(), clientId: z.string() }),
]);
