-- Paid invoices as the provider's webhooks told of them. A paid invoice changes no more, so its event is believed.
create table paid_invoices (
  id text primary key,
  stripe_customer_id text not null,
  amount_cents integer not null,
  paid_at timestamptz not null
);

create index paid_invoices_by_time on paid_invoices (paid_at);
create index paid_invoices_of_customer on paid_invoices (stripe_customer_id, paid_at);
