-- Certificates of courses: one for each member and course, with what it says as it was when it was issued (domain.md,
-- Certificate). `name` is the member's, as on the certificate.
call record_table('certificate', $$
  -- What the certificate shows and anybody may look up; letters and digits that are not mistaken for one another.
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
  -- The PDF; made after the commit.
  file_url text,
  status text not null default 'pending' check (status in ('pending', 'issued', 'revoked')),
  check ((score is null) = (grade is null)),
  check ((status = 'revoked') = (revoked_at is not null)),
  constraint certificate_code_key unique (tenant, code),
  constraint certificate_of_member_key unique (tenant, course_id, user_id),
  foreign key (tenant, course_id) references course on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
$$, searched => $$search_text(name || ' ' || code)$$);
create index certificate_by_issue on certificate (tenant, course_id, issued_at, id, status);
create index certificate_by_name on certificate (tenant, course_id, search collate "C", id, status);
create index certificate_by_status on certificate (tenant, course_id, status);
create index certificate_unmade on certificate (tenant, course_id, id) where file_url is null;
create index certificate_by_user on certificate (tenant, user_id);
create index certificate_search on certificate using gin (search gin_trgm_ops);

-- Withdraws the PDF that a certificate no longer has, for whatever reason: revoked, reissued, deleted with its course
-- (docs/decisions/0061).
create function withdraw_certificate_files() returns trigger language plpgsql as $$
begin
  with withdrawn as (
    update upload set withdrawn_at = now() from gone
      where upload.tenant = gone.tenant and key = substring(gone.file_url from '[^/]+/[^/]+/[^/]+$') and withdrawn_at is null
        and not exists (select from certificate now
          where now.tenant = gone.tenant and now.id = gone.id and now.file_url = gone.file_url)
      returning upload.tenant, upload.id)
  insert into outbox (tenant, job, ids)
    select tenant, 'remove-file', jsonb_build_object('uploadId', id) from withdrawn;
  return null;
end $$;
create trigger withdraw_files_over after update on certificate
  referencing old table as gone for each statement execute function withdraw_certificate_files();
create trigger withdraw_files_out after delete on certificate
  referencing old table as gone for each statement execute function withdraw_certificate_files();
