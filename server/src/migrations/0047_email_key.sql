-- E-mails without case, as a column: under row-level security an index cannot be searched by lower(email), because lower()
-- is not leakproof (docs/decisions/0003), so that every sign-in read all users of the brand.
alter table "user" add column email_key text collate "C" generated always as (lower(email)) stored;
create index user_by_email on "user" (tenant, email_key);
