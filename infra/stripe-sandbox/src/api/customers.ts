import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load, record, timeFor } from '../sandbox.ts';
import { newId, partOf } from '../stored-object.ts';
import { endpoint, retrieval } from './endpoint.ts';

const fields = {
  ...expandable,
  email: text.optional(),
  name: text.optional(),
  phone: text.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
};

const orNull = (value: string | undefined, current: string | null) =>
  value === undefined ? current : value === '' ? null : value;

export const customerEndpoints = [
  endpoint(
    'post /v1/customers',
    z.strictObject({ ...fields, test_clock: text.optional() }),
    (sandbox, params) => {
      if (params.test_clock) load(sandbox, 'test_helpers.test_clock', params.test_clock, 'test_clock');
      const customer = sandbox.store.save(
        partOf<Stripe.Customer>({
          id: newId('cus'),
          object: 'customer',
          balance: 0,
          created: timeFor(sandbox, null),
          email: orNull(params.email, null),
          invoice_settings: {
            default_payment_method: params.invoice_settings?.default_payment_method ?? null,
          },
          livemode: false,
          metadata: mergeMetadata({}, params.metadata),
          name: orNull(params.name, null),
          phone: orNull(params.phone, null),
          test_clock: params.test_clock ?? null,
        }),
      );
      record(sandbox, { type: 'customer.created', data: { object: customer } });
      return customer;
    },
  ),

  endpoint('get /v1/customers', z.strictObject({ ...paged, email: text.optional() }), (sandbox, params) => {
    const all = sandbox.store.list('customer');
    const matching = params.email === undefined ? all : all.filter(({ email }) => email === params.email);
    return listPage('/v1/customers', matching, params);
  }),

  retrieval('/v1/customers', 'customer'),

  endpoint('post /v1/customers/:id', z.strictObject(fields), (sandbox, params, { id = '' }) => {
    const customer = load(sandbox, 'customer', id);
    const method = params.invoice_settings?.default_payment_method;
    if (method) load(sandbox, 'payment_method', method, 'invoice_settings[default_payment_method]');
    const updated = sandbox.store.save<Stripe.Customer>({
      ...customer,
      email: orNull(params.email, customer.email),
      name: orNull(params.name, customer.name ?? null),
      phone: orNull(params.phone, customer.phone ?? null),
      metadata: mergeMetadata(customer.metadata, params.metadata),
      invoice_settings: {
        ...customer.invoice_settings,
        ...(method === undefined ? {} : { default_payment_method: method || null }),
      },
    });
    record(sandbox, { type: 'customer.updated', data: { object: updated } });
    return updated;
  }),

  endpoint(
    'get /v1/customers/:id/payment_methods',
    z.strictObject({ ...paged, type: text.optional() }),
    (sandbox, params, { id = '' }) => {
      load(sandbox, 'customer', id);
      const methods = sandbox.store.list('payment_method', id);
      return listPage(`/v1/customers/${id}/payment_methods`, methods, params);
    },
  ),
];
