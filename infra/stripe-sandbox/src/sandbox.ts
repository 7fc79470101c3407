import { noSuch } from './api-error.ts';
import type { Store } from './store.ts';
import type { ObjectName, ObjectNamed, SandboxEvent } from './stored-object.ts';
import { idOf } from './stored-object.ts';

/** What every operation of the sandbox works on. */
export type Sandbox = {
  store: Store;
  clock: () => Date;
  /** Where browsers reach the hosted pages, without a slash at the end. */
  publicUrl: string;
};

type Draft<Event> = Event extends SandboxEvent ? Pick<Event, 'type' | 'data'> : never;
/** An event as its cause describes it: type and object, still without id and time. */
export type EventDraft = Draft<SandboxEvent>;

/** The object, or Stripe's own 404. */
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

/** Seconds since 1970 as this customer lives them: a test clock's frozen time, or the real one. */
export function timeFor(sandbox: Sandbox, customerId: string | null): number {
  const customer = customerId === null ? undefined : sandbox.store.find('customer', customerId);
  const clockId = customer ? idOf(customer.test_clock ?? null) : null;
  const clock = clockId === null ? undefined : sandbox.store.find('test_helpers.test_clock', clockId);
  return clock ? clock.frozen_time : seconds(sandbox.clock());
}
