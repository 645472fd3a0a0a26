-- Users are found by their phone, too, in whatever spelling it is kept: its digits without 0 or 62 at the front.
alter table "user" drop column search;
alter table "user" add column search text generated always as (
  lower(name || ' ' || email)
    || coalesce(' ' || nullif(regexp_replace(regexp_replace(phone_number, '\D', '', 'g'), '^(62|0)', ''), ''), '')
) stored;
create index user_search on "user" using gin (search gin_trgm_ops);
