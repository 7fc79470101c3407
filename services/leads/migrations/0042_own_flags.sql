-- A user sees their own flags on each page of leads.
create index lead_flags_by_user on lead_flags (user_id, created_at desc);
