-- What members did, as the members' own site reports it with an API key (docs/decisions/0101).

-- Where a member stopped in a lesson; the latest moment wins.
create table lesson_position (
  tenant text not null default current_tenant(),
  lesson_id uuid not null,
  user_id uuid not null,
  seconds int not null check (seconds >= 0),
  reached_at timestamptz not null,
  primary key (tenant, lesson_id, user_id),
  foreign key (tenant, lesson_id) references lesson on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('lesson_position', 'select, insert, update');
create index lesson_position_by_user on lesson_position (tenant, user_id);

grant insert, update on lesson_completion to lectern_app;

-- Ids of the other system, so that a repeated report is recognized.
alter table quiz_attempt add column external_id text check (external_id <> '' and length(external_id) <= 100);
create unique index quiz_attempt_external_id on quiz_attempt (tenant, external_id) where external_id is not null;
grant insert on quiz_attempt to lectern_app;

alter table project_submission add column external_id text check (external_id <> '' and length(external_id) <= 100);
create unique index project_submission_external_id on project_submission (tenant, external_id) where external_id is not null;
grant insert on project_submission to lectern_app;
