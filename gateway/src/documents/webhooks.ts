import { assignment, assignmentDescription, webhookHeaders } from '@closingwire/contracts/catalog';
import { z } from 'zod';

const parameters = Object.entries(webhookHeaders).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** The webhooks of the OpenAPI document: what the product sends to addresses of others. */
export const webhooksAt = (tag: string) => ({
  zipAssigned: {
    post: {
      summary: 'Look for the closings of a ZIP',
      description: assignmentDescription,
      tags: [tag],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: z.toJSONSchema(assignment, { io: 'input' }),
            example: {
              zip: '98030',
              email: 'ada@example.com',
              name: 'Ada Example',
              userid: '019a9a3e-5c1f-7a10-8f6e-2d5b8e0c4a11',
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'Delivered' },
        '410': { description: 'Ends this message' },
        default: { description: 'Tried again' },
      },
    },
  },
});
