-- When each customer first paid.
create table first_payments (
  stripe_customer_id text primary key,
  paid_at timestamptz not null
);

-- Total `conversions`: customers by the day of their first payment.
create function count_first_payments() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into stored_totals (name, key, amount)
      select 'conversions', utc_day(paid_at), count(*) from changed group by 2;
    when 'DELETE' then
      insert into stored_totals (name, key, amount)
      select 'conversions', utc_day(paid_at), -count(*) from changed group by 2;
    when 'UPDATE' then
      insert into stored_totals (name, key, amount)
      values ('conversions', utc_day(old.paid_at), -1), ('conversions', utc_day(new.paid_at), 1);
    else
      perform clear_totals('{conversions}');
  end case;
  return null;
end
$$;

create trigger first_payments_inserted after insert on first_payments referencing new table as changed
  for each statement execute function count_first_payments();
create trigger first_payments_deleted after delete on first_payments referencing old table as changed
  for each statement execute function count_first_payments();
create trigger first_payments_moved after update on first_payments for each row
  when (utc_day(old.paid_at) <> utc_day(new.paid_at)) execute function count_first_payments();
create trigger first_payments_truncated after truncate on first_payments
  for each statement execute function count_first_payments();

-- Total `revenue`: cents by the hour of the payment. Customers are taken in their order, so that two statements
-- that are about the same ones do not wait for one another in a circle.
create function count_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate first_payments;
    perform clear_totals('{revenue}');
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into stored_totals (name, key, amount)
    select 'revenue', utc_hour(paid_at), -sum(amount_cents) from gone group by 2;
    perform 1 from first_payments where stripe_customer_id in (select stripe_customer_id from gone)
    order by stripe_customer_id for update;
    delete from first_payments where stripe_customer_id in (select stripe_customer_id from gone);
    insert into first_payments as f (stripe_customer_id, paid_at)
    select stripe_customer_id, min(paid_at) from paid_invoices
    where stripe_customer_id in (select stripe_customer_id from gone) group by 1 order by 1
    on conflict (stripe_customer_id) do update set paid_at = least(f.paid_at, excluded.paid_at);
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_totals (name, key, amount)
    select 'revenue', utc_hour(paid_at), sum(amount_cents) from come group by 2;
    insert into first_payments as f (stripe_customer_id, paid_at)
    select stripe_customer_id, min(paid_at) from come group by 1 order by 1
    on conflict (stripe_customer_id) do update set paid_at = excluded.paid_at where excluded.paid_at < f.paid_at;
  end if;
  return null;
end
$$;

create trigger paid_invoices_inserted after insert on paid_invoices referencing new table as come
  for each statement execute function count_payments();
create trigger paid_invoices_deleted after delete on paid_invoices referencing old table as gone
  for each statement execute function count_payments();
create trigger paid_invoices_changed after update on paid_invoices referencing old table as gone new table as come
  for each statement execute function count_payments();
create trigger paid_invoices_truncated after truncate on paid_invoices
  for each statement execute function count_payments();

-- After the triggers, which have waited for all who were writing.
insert into first_payments (stripe_customer_id, paid_at)
select stripe_customer_id, min(paid_at) from paid_invoices group by 1;
insert into stored_totals (name, key, amount)
select 'revenue', utc_hour(paid_at), sum(amount_cents) from paid_invoices group by 2;
