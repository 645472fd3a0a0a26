-- Finding people: filters of the list of users, tags, and members at risk; the last superadmin of a brand stays.

-- What the list is filtered by stands behind the id, so that a filter skips index entries without fetching rows
-- (docs/decisions/0081).
drop index user_by_name;
drop index user_by_joined;
drop index user_by_courses;
create index user_by_name on "user" (tenant, name_key, id, role, status, total_courses, joined_at, last_login_at);
create index user_by_joined on "user" (tenant, joined_at, id, role, status, total_courses, last_login_at);
create index user_by_courses on "user" (tenant, total_courses, name_key, id, role, status, joined_at, last_login_at);
-- Staff are few among all.
create index user_staff on "user" (tenant, name_key, id) where role <> 'member';
-- Who owes, for the filter and its count.
create index order_waiting on "order" (tenant, user_id) where status in ('unpaid', 'pending');

-- ── Tags ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
call record_table('tag', $$
  colour text not null default 'grey' check (colour in ('yellow', 'green', 'blue', 'grey', 'red', 'purple')),
  total_users int not null default 0
$$);
create unique index tag_name on tag (tenant, lower(name));
create index tag_list on tag (tenant, id);
create index tag_by_name on tag (tenant, search collate "C", id);
create index tag_by_users on tag (tenant, total_users, id);
create index tag_search on tag using gin (search gin_trgm_ops);
create trigger refuse_count before update of total_users on tag
  for each row when (old.total_users is distinct from new.total_users) execute function refuse_count();
create trigger refuse_first_count before insert on tag
  for each row when (new.total_users <> 0) execute function refuse_count();

call link_table('tag', 'user');
create trigger count_users_in after insert on tag_user referencing new table as changed
  for each statement execute function count_links('tag', 'tag_id', 'total_users');
create trigger count_users_out after delete on tag_user referencing old table as changed
  for each statement execute function count_links('tag', 'tag_id', 'total_users');

-- ── Members at risk ──────────────────────────────────────────────────────────────────────────────────────────────────
-- Members who have stopped learning in a course. Derived: server/src/shared/at-risk.ts says who they are.
create table at_risk (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  course_id uuid not null,
  -- When they last did something in the course, or got it.
  since timestamptz not null,
  primary key (tenant, user_id, course_id),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, course_id) references course on delete cascade
);
call tenant_table('at_risk');
create index at_risk_by_course on at_risk (tenant, course_id, since);

-- ── The last superadmin ──────────────────────────────────────────────────────────────────────────────────────────────
-- Changes of superadmins wait for one another, so that two of them cannot each leave the other as the last.
create function keep_superadmin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('superadmins of ' || old.tenant, 0));
  if not exists (select from "user" where tenant = old.tenant and role = 'superadmin' and status = 1) then
    raise exception 'This is the last active superadmin. Make somebody else superadmin first' using errcode = 'HT409';
  end if;
  return null;
end $$;
create trigger keep_superadmin after update of role, status on "user" for each row
  when (old.role = 'superadmin' and old.status = 1 and (new.role <> 'superadmin' or new.status = 0))
  execute function keep_superadmin();
create trigger keep_superadmin_out after delete on "user" for each row
  when (old.role = 'superadmin' and old.status = 1) execute function keep_superadmin();
