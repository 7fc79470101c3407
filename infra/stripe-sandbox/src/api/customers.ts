import type { Stripe } from 'stripe';
import { z } from 'zod';
import { attachCard } from '../billing/save-card.ts';
import { expandable, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load, record, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

const fields = {
  ...expandable,
  email: text.optional(),
  name: text.optional(),
  phone: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
};

const orNull = (value: string | undefined, current: string | null) =>
  value === undefined ? current : value === '' ? null : value;

export const customerEndpoints = [
  endpoint(
    'post /v1/customers',
    z.strictObject({ ...fields, test_clock: text.optional(), payment_method: text.optional() }),
    (sandbox, params) => {
      if (params.test_clock) load(sandbox, 'test_helpers.test_clock', params.test_clock, 'test_clock');
      const customer = sandbox.store.save<Stripe.Customer>({
        id: newId('cus'),
        object: 'customer',
        balance: 0,
        created: timeFor(sandbox, null),
        default_source: null,
        delinquent: false,
        description: orNull(params.description, null),
        discount: null,
        email: orNull(params.email, null),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: params.invoice_settings?.default_payment_method ?? null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        name: orNull(params.name, null),
        phone: orNull(params.phone, null),
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: params.test_clock ?? null,
      });
      if (params.payment_method) {
        attachCard(
          sandbox,
          load(sandbox, 'payment_method', params.payment_method, 'payment_method'),
          customer.id,
        );
      }
      record(sandbox, { type: 'customer.created', data: { object: customer } });
      return customer;
    },
  ),

  endpoint('get /v1/customers', z.strictObject({ ...paged, email: text.optional() }), (sandbox, params) => {
    const all = sandbox.store.list('customer');
    const matching = params.email === undefined ? all : all.filter(({ email }) => email === params.email);
    return listPage('/v1/customers', matching, params);
  }),

  endpoint('get /v1/customers/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'customer', id),
  ),

  endpoint('post /v1/customers/:id', z.strictObject(fields), (sandbox, params, { id = '' }) => {
    const customer = load(sandbox, 'customer', id);
    const method = params.invoice_settings?.default_payment_method;
    if (method) load(sandbox, 'payment_method', method, 'invoice_settings[default_payment_method]');
    const updated = sandbox.store.save<Stripe.Customer>({
      ...customer,
      description: orNull(params.description, customer.description),
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
