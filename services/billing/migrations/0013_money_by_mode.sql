-- Test money is not revenue. Earlier invoices belong to the mode that is stored now.
alter table stripe_events add column livemode boolean;

alter table paid_invoices
  add column payment_mode text not null default stored_payment_mode() check (payment_mode in ('test', 'live'));
alter table first_payments
  add column payment_mode text not null default stored_payment_mode() check (payment_mode in ('test', 'live'));

-- No fold of another process may insert a total under its former name meanwhile.
lock table stored_totals in share row exclusive mode;
update stored_totals set name = name || ' ' || stored_payment_mode() where name in ('revenue', 'conversions');

-- Totals `conversions test` and `conversions live`: customers by the day of their first payment.
create or replace function count_first_payments() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into stored_totals (name, key, amount)
      select 'conversions ' || payment_mode, utc_day(paid_at), count(*) from changed group by 1, 2;
    when 'DELETE' then
      insert into stored_totals (name, key, amount)
      select 'conversions ' || payment_mode, utc_day(paid_at), -count(*) from changed group by 1, 2;
    when 'UPDATE' then
      insert into stored_totals (name, key, amount)
      values ('conversions ' || old.payment_mode, utc_day(old.paid_at), -1),
        ('conversions ' || new.payment_mode, utc_day(new.paid_at), 1);
    else
      perform clear_totals('{conversions test,conversions live}');
  end case;
  return null;
end
$$;

-- Totals `revenue test` and `revenue live`: cents by the hour of the payment.
create or replace function count_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate first_payments;
    perform clear_totals('{revenue test,revenue live}');
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into stored_totals (name, key, amount)
    select 'revenue ' || payment_mode, utc_hour(paid_at), -sum(amount_cents) from gone group by 1, 2;
    perform 1 from first_payments where stripe_customer_id in (select stripe_customer_id from gone)
    order by stripe_customer_id for update;
    delete from first_payments where stripe_customer_id in (select stripe_customer_id from gone);
    insert into first_payments as f (stripe_customer_id, payment_mode, paid_at)
    select stripe_customer_id, min(payment_mode), min(paid_at) from paid_invoices
    where stripe_customer_id in (select stripe_customer_id from gone) group by 1 order by 1
    on conflict (stripe_customer_id) do update set paid_at = least(f.paid_at, excluded.paid_at);
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_totals (name, key, amount)
    select 'revenue ' || payment_mode, utc_hour(paid_at), sum(amount_cents) from come group by 1, 2;
    insert into first_payments as f (stripe_customer_id, payment_mode, paid_at)
    select stripe_customer_id, min(payment_mode), min(paid_at) from come group by 1 order by 1
    on conflict (stripe_customer_id) do update set paid_at = excluded.paid_at where excluded.paid_at < f.paid_at;
  end if;
  return null;
end
$$;
