-- Who was in a live class, as other programs report it (docs/decisions/0108). Evidence only: attendance is saved by people.
create table attendance_evidence (
  tenant text not null default current_tenant(),
  -- Id of the report in the other system, so that a repeated one is recognized.
  external_id text not null check (external_id <> '' and length(external_id) <= 100),
  lesson_id uuid not null,
  user_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  -- Name of the API key.
  source text not null,
  primary key (tenant, external_id),
  foreign key (tenant, lesson_id) references lesson on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('attendance_evidence', 'select, insert');
create index attendance_evidence_by_lesson on attendance_evidence (tenant, lesson_id);
create index attendance_evidence_by_user on attendance_evidence (tenant, user_id);
