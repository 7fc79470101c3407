import { AppError } from '@closingwire/chassis/app-error';
import type { Identity } from '@closingwire/chassis/identity';
import express from 'express';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Delivery } from './deliveries.ts';

const assignment = z.object({ zip: z.string().regex(/^\d{5}$/) });

/** Every caller is anonymous: webhooks are checked by their signature. */
export const nobody: Identity = {
  callerOf: async () => ({ kind: 'nobody' }),
  serviceToken: () => Promise.reject(new Error('The lead source calls no service')),
};

type Options = { secret: string; accept: (delivery: Delivery) => Promise<void> };

/** Replies 202 as soon as the delivery is stored, 401 to a wrong signature. */
export function webhookRoute({ secret, accept }: Options): (app: express.Router) => void {
  const webhook = new Webhook(secret);
  return app => {
    app.post(
      '/webhooks/zip-assigned',
      express.raw({ type: 'application/json', limit: '20kb' }),
      async (request, response) => {
        const { zip: zipCode } = assignment.parse(verify(webhook, request));
        const id = request.get('webhook-id') ?? '';
        await accept({ id, zip: zipCode, traceparent: request.get('traceparent') });
        response.status(202).json({ message: 'Accepted' });
      },
    );
  };
}

function verify(webhook: Webhook, request: express.Request): unknown {
  try {
    return webhook.verify(request.body, request.headers as Record<string, string>);
  } catch (cause) {
    throw new AppError('unauthenticated', 'bad_signature', 'The webhook signature does not match', { cause });
  }
}
