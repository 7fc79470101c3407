-- Processes that read from a standby learn whose reads have to wait for it. Only for them: a transaction that notifies
-- makes the next one that does wait until it is committed.
create function notify_reader() returns trigger language plpgsql as $$
begin
  perform pg_notify('reader_changed', to_jsonb(new) ->> tg_argv[0]);
  return null;
end
$$;

create trigger notify_account after insert or update on accounts for each row
  when (current_setting('closingwire.has_standby', true) = 'on') execute function notify_reader('id');

create trigger notify_subscription after insert or update on subscriptions for each row
  when (current_setting('closingwire.has_standby', true) = 'on') execute function notify_reader('account_id');
