-- The palette finds lessons and subscription plans by a part of their name, too.
alter table lesson add column search text generated always as (lower(name)) stored;
create index lesson_search on lesson using gin (search gin_trgm_ops);
create index subscription_plan_search on subscription_plan using gin (search gin_trgm_ops);

-- Submissions of one type of product, in their order: those of learning paths are few among many.
create index project_submission_by_product_type on project_submission
  (tenant, (case when path_id is null then 'COURSE' else 'PATH' end), submitted_at, id, status);
