import { Stripe } from 'stripe';
import { noSuch } from './api-error.ts';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';
import { idOf, newId, type ObjectName, type ObjectNamed, type SandboxEvent } from './stored-object.ts';

/** One mode of the account. Its keys reach only its objects. */
export type Sandbox = {
  store: Store;
  keys: { secret: string; publishable: string };
  faults: Faults;
  clock: () => Date;
  /** The address of the hosted pages, without a slash at the end. */
  publicUrl: string;
};

/** Test mode first, then live mode. */
export type Modes = readonly [Sandbox, ...Sandbox[]];

/** Returns the mode that has the object; otherwise the first mode, whose `load` throws. */
export const modeWithObject = (modes: Modes, id: string): Sandbox =>
  modes.find(({ store }) => store.findAny(id)) ?? modes[0];

type Draft<Event> = Event extends SandboxEvent ? Pick<Event, 'type' | 'data'> : never;
/** An event without id and time. */
type EventDraft = Draft<SandboxEvent>;

/** Returns the object or throws Stripe's 404. */
export function load<Name extends ObjectName>(
  { store }: Sandbox,
  name: Name,
  id: string,
  param?: string,
): ObjectNamed<Name> {
  const found = store.find(name, id);
  if (!found) throw noSuch(name.replace('.', ' '), id, param);
  return found;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** The customer's time in seconds: that of their test clock, or the real one. */
export function timeFor(sandbox: Sandbox, customerId: string | null): number {
  const customer = customerId === null ? undefined : sandbox.store.find('customer', customerId);
  const clockId = customer ? idOf(customer.test_clock ?? null) : null;
  const clock = clockId === null ? undefined : sandbox.store.find('test_helpers.test_clock', clockId);
  return clock ? clock.frozen_time : seconds(sandbox.clock());
}

/** The endpoint ID that means STRIPE_WEBHOOK_URL. */
export const CONFIGURED_ENDPOINT = '';

/** The endpoints that receive events of this type: the configured one, and those created by calls. */
function receiversOf({ store }: Sandbox, type: string): string[] {
  const created = store
    .list('webhook_endpoint')
    .filter(({ status }) => status === 'enabled')
    .filter(({ enabled_events: types }) => types.includes(type) || types.includes('*'));
  return [CONFIGURED_ENDPOINT, ...created.map(({ id }) => id)];
}

/** Records an event and its sends, in the transaction of its cause. */
export function record(sandbox: Sandbox, draft: EventDraft): void {
  const { store, clock } = sandbox;
  const now = clock();
  const base = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: Stripe.API_VERSION,
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
  const event = store.save({ ...base, ...draft });
  for (const receiver of receiversOf(sandbox, event.type)) {
    const sql = 'insert into sends (event_id, endpoint_id, next_attempt_at) values (?, ?, ?)';
    store.change(sql, event.id, receiver, Date.now());
  }
}
