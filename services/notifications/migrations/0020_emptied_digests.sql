-- Digests have contact data of agents: their content is deleted once they end, sent or not.
update mails set data = '{}', emptied_at = now()
where template = 'digest' and done_at is not null and emptied_at is null;
