-- E-mails without case, as a column: under row-level security an index cannot be searched by lower(email), because lower()
-- is not leakproof (docs/decisions/0003), so that every sign-in read all users of the brand.
alter table "user" add column email_key text collate "C" generated always as (lower(email)) stored;
drop index user_email;
create unique index user_email on "user" (tenant, email_key);

do $$
begin
  execute replace(pg_get_functiondef('touch'::regproc), $q$'name_key',$q$, $q$'name_key', 'email_key',$q$);
  execute replace(pg_get_functiondef('audit_hidden'::regproc), $q$'name_key',$q$, $q$'name_key', 'email_key', 'phone_e164',$q$);
end $$;
