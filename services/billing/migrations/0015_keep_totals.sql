-- contract: 0015; only triggers use these functions.
drop function count_accounts() cascade;
-- contract: 0015; only triggers use these functions.
drop function count_subscriptions() cascade;
-- contract: 0015; only triggers use these functions.
drop function count_first_payments() cascade;

-- Totals `accounts`, `trials` and `deleted trials`: see `account_totals`.
select keep_totals('accounts', '{accounts,trials,deleted trials}',
  '{status,payment_state,trial_started_at,trial_expires_at}',
  $$select name, key, 1
    from account_totals(r.status, r.payment_state, r.trial_started_at, r.trial_expires_at)$$);

-- Total `zips held`: subscriptions that are not cancelled, by kind.
select keep_totals('subscriptions', '{zips held}', '{kind,cancelled_at}',
  $$select 'zips held', r.kind, 1 where r.cancelled_at is null$$);

-- Totals `conversions test` and `conversions live`: customers by the day of their first payment.
select keep_totals('first_payments', '{conversions test,conversions live}', '{payment_mode,paid_at}',
  $$select 'conversions ' || r.payment_mode, utc_day(r.paid_at), 1$$);
