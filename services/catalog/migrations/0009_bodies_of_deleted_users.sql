-- A webhook in flight stored its body after the user was deleted.
update webhook_attempts set request = null, reply = null
where (request is not null or reply is not null) and delivery_id in (
  select d.id from webhook_deliveries d join people p on p.id = d.user_id where p.status = 'deleted');
