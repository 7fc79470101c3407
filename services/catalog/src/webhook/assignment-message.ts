import type { Assignment, webhookHeaders } from '@closingwire/contracts/catalog';
import { Webhook } from 'standardwebhooks';
import { fullName, type LivePerson } from '../domain/person.ts';

/** What the lead source is told, signed by the rules of Standard Webhooks. `id` stays the same at every attempt. */
export function assignmentMessage(
  { id, zipCode }: { id: string; zipCode: string },
  person: LivePerson,
  secret: string,
  now: Date,
): { headers: Record<string, string>; body: string } {
  const said: Assignment = { zip: zipCode, email: person.email, name: fullName(person), userid: person.id };
  const body = JSON.stringify(said);
  const signed: Record<keyof typeof webhookHeaders, string> = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  const headers = { 'content-type': 'application/json', 'user-agent': 'ClosingWire-Webhooks/1', ...signed };
  return { headers, body };
}
