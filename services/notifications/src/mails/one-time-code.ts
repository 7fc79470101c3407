import { codeMailCopy } from '@closingwire/contracts/mail-copy';
import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';

const abouts = Object.keys(codeMailCopy) as (keyof typeof codeMailCopy)[];

export const oneTimeCode = defineTemplate('one-time-code', {
  title: 'One-time code',
  purpose: 'security',
  data: z.object({ about: z.enum(abouts), code: z.string(), link: z.url().optional() }),
  compose: ({ about, code, link }) => {
    const { subject, lead, action, reason } = codeMailCopy[about];
    const way = link ? [button(action, link)] : [];
    return {
      subject,
      preview: lead,
      heading: subject,
      body: [paragraph(lead), ...way, paragraph(`Your code is ${code}.`)],
      reason,
    };
  },
});
