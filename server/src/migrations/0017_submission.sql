-- Project submissions: what members hand in for the final project of a course or a learning path, and its review
-- (spec §3, §7; domain.md, Submission). Written by the members' own site, reviewed here.
create table project_submission (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  course_id uuid,
  path_id uuid,
  -- From 1, for each user and product.
  attempt int not null default 1 check (attempt >= 1),
  submission_url text,
  file_url text,
  note text not null default '',
  submitted_at timestamptz not null default now(),
  -- Null: no review was requested.
  status text default 'not-reviewed' check (status in ('not-reviewed', 'checked')),
  review_score smallint check (review_score between 0 and 100),
  review_note text not null default '',
  reviewed_by uuid,
  reviewed_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Name and e-mail of the user, name of the product; kept by triggers.
  search text not null default '',
  primary key (tenant, id),
  unique (tenant, user_id, course_id, attempt),
  unique (tenant, user_id, path_id, attempt),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, course_id) references course on delete cascade,
  foreign key (tenant, path_id) references learning_path on delete cascade,
  foreign key (tenant, reviewed_by) references "user" on delete set null (reviewed_by),
  check (num_nonnulls(course_id, path_id) = 1),
  check ((status is not distinct from 'checked') = (review_score is not null))
);
call tenant_table('project_submission', 'select, update');
call audited('project_submission');
call keep_count_of('project_submission');
call keep_weeks_of('project_submission', 'submitted_at');
create index project_submission_by_submitted on project_submission (tenant, submitted_at, id, status, path_id);
-- What waits for a review first, then what needs none, then what was checked.
create index project_submission_by_rank on project_submission
  (tenant, (case status when 'not-reviewed' then 0 when 'checked' then 2 else 1 end), submitted_at, id, status, path_id);
create index project_submission_to_review on project_submission (tenant, submitted_at, id) where status = 'not-reviewed';
-- Submissions of one type of product, in their order: those of learning paths are few among many.
create index project_submission_by_product_type on project_submission
  (tenant, (case when path_id is null then 'COURSE' else 'PATH' end), submitted_at, id, status);
create index project_submission_by_user on project_submission (tenant, user_id, submitted_at, id);
create index project_submission_by_course on project_submission (tenant, course_id);
create index project_submission_by_path on project_submission (tenant, path_id);
create index project_submission_by_reviewer on project_submission (tenant, reviewed_by);
create index project_submission_search on project_submission using gin (search gin_trgm_ops);
create trigger touch before update on project_submission for each row execute function touch();

-- ── Search ───────────────────────────────────────────────────────────────────────────────────────────────────────────
-- By the member and the product, and after they are renamed. Neither the version nor the trail counts it as a change.
create function submission_search(of_tenant text, of_user uuid, of_course uuid, of_path uuid) returns text language sql stable as $$
  select concat_ws(' ',
    (select search from "user" where tenant = of_tenant and id = of_user),
    (select search from course where tenant = of_tenant and id = of_course),
    (select search from learning_path where tenant = of_tenant and id = of_path))
$$;

create function keep_submission_search() returns trigger language plpgsql as $$
begin
  new.search := submission_search(new.tenant, new.user_id, new.course_id, new.path_id);
  return new;
end $$;
create trigger keep_search before insert or update of user_id, course_id, path_id on project_submission
  for each row execute function keep_submission_search();

create trigger rename_submissions after update of name, email, phone_number on "user" for each row
  when (old.search is distinct from new.search)
  execute function follow_rename('project_submission', 'user_id', 'search = submission_search(tenant, user_id, course_id, path_id)');
create trigger rename_submissions after update of name on course for each row
  when (old.name is distinct from new.name)
  execute function follow_rename('project_submission', 'course_id', 'search = submission_search(tenant, user_id, course_id, path_id)');
create trigger rename_submissions after update of name on learning_path for each row
  when (old.name is distinct from new.name)
  execute function follow_rename('project_submission', 'path_id', 'search = submission_search(tenant, user_id, course_id, path_id)');
