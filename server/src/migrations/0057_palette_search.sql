-- The palette finds lessons and subscription plans by a part of their name, too.
alter table lesson add column search text generated always as (lower(name)) stored;
create index lesson_search on lesson using gin (search gin_trgm_ops);
create index subscription_plan_search on subscription_plan using gin (search gin_trgm_ops);
