-- Whether a mail about something was written is asked with every list that comes, among millions of mails.
create index mails_subject on mails (template, subject_key);
