-- Certificates of courses: one for each member and course, with what its paper says as it was when it was issued
-- (domain.md, Certificate). `name` is the member's, as the paper has it.
call record_table('certificate', $$
  -- What the paper shows and anybody may look up; letters and digits that are not taken for one another.
  code text not null check (code ~ '^[2-9A-HJ-NP-Z]{10}$'),
  course_id uuid not null,
  user_id uuid not null,
  course_name text not null,
  -- Null where the course has nothing that is scored.
  score smallint check (score between 0 and 100),
  grade text check (grade in ('A', 'A-', 'B+', 'B', 'B-', 'C')),
  total_hours int not null default 0 check (total_hours >= 0),
  completed_at timestamptz not null default now(),
  issued_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- Of this server, as it was asked for when it was issued: the paper leads there. Null: where it runs without a name.
  origin text,
  -- The PDF; made after the commit.
  file_url text,
  status text not null default 'pending' check (status in ('pending', 'issued', 'revoked')),
  check ((score is null) = (grade is null)),
  check ((status = 'revoked') = (revoked_at is not null)),
  constraint certificate_code_key unique (tenant, code),
  constraint certificate_of_member_key unique (tenant, course_id, user_id),
  foreign key (tenant, course_id) references course on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
$$);
-- It is looked for by its code, too.
alter table certificate drop column search;
alter table certificate add column search text generated always as (lower(name || ' ' || code)) stored;
create index certificate_by_issue on certificate (tenant, course_id, issued_at, id, status);
create index certificate_by_name on certificate (tenant, course_id, search collate "C", id, status);
create index certificate_by_status on certificate (tenant, course_id, status);
create index certificate_unmade on certificate (tenant, course_id, id) where file_url is null;
create index certificate_by_user on certificate (tenant, user_id);
create index certificate_search on certificate using gin (search gin_trgm_ops);

-- The list of courses that have certificates.
create index course_with_certificate on course (tenant, search collate "C", id) where has_certificate;
