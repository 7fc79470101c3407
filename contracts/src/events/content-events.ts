import { z } from 'zod';
import { settingKey } from '../content-api.ts';
import { defineEvent } from '../event.ts';
import { instant } from '../primitive.ts';

export const contactMessageReceived = defineEvent('contact-message.received', {
  by: 'content',
  summary: 'Somebody wrote to support',
  data: z.object({
    id: z.string(),
    version: z.int(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    receivedAt: instant,
  }),
  key: message => message.id,
});

export const settingChanged = defineEvent('setting.changed', {
  by: 'content',
  summary: 'An admin changed a setting of the site',
  data: z.object({
    key: settingKey,
    version: z.int(),
    /** The value that holds, also when it is the default. */
    value: z.string(),
    /** True when nothing is stored any more; '' as its value is then left to the installation. */
    isDefault: z.boolean().optional(),
  }),
  key: setting => setting.key,
});
