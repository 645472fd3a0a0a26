-- Learning paths, their courses in order, and their members.

create table learning_path (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  name text not null,
  slug text not null,
  thumbnail text,
  description text not null default '',
  price int not null default 0 check (price >= 0),
  category text,
  is_published boolean not null default false,
  is_drip_content boolean not null default false,
  drip_interval smallint check (drip_interval in (1, 7, 30)),
  type text not null default 'lifetime',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  total_users int not null default 0,
  search text generated always as (search_text(name)) stored,
  primary key (tenant, id),
  unique (tenant, slug),
  check (not is_drip_content or drip_interval is not null)
);
call tenant_table('learning_path');
call audited('learning_path');
create index learning_path_list on learning_path (tenant, id, category, is_published);
create index learning_path_by_name on learning_path (tenant, search collate "C", id, category, is_published);
create index learning_path_by_price on learning_path (tenant, price, id, category, is_published);
create index learning_path_by_users on learning_path (tenant, total_users, id, category, is_published);
create index learning_path_by_updated on learning_path (tenant, updated_at, id, category, is_published);
create index learning_path_search on learning_path using gin (search gin_trgm_ops);
-- For the start page.
create index learning_path_draft_by_updated on learning_path (tenant, updated_at, id) where not is_published;
create trigger touch before update on learning_path for each row execute function touch();
create trigger refuse_count before update of total_users on learning_path
  for each row when (old.total_users is distinct from new.total_users) execute function refuse_count();
create trigger refuse_first_count before insert on learning_path
  for each row when (new.total_users <> 0) execute function refuse_count();

create table learning_path_course (
  tenant text not null default current_tenant(),
  path_id uuid not null,
  course_id uuid not null,
  position int not null check (position >= 1),
  primary key (tenant, path_id, course_id),
  constraint learning_path_course_position unique (tenant, path_id, position) deferrable,
  foreign key (tenant, path_id) references learning_path on delete cascade,
  foreign key (tenant, course_id) references course
);
call tenant_table('learning_path_course');
call audited('learning_path_course');
create index learning_path_course_by_course on learning_path_course (tenant, course_id);

-- A published path keeps a course, as a published course keeps a lesson (refuse_unfit_course).
create function refuse_empty_path() returns trigger language plpgsql as $$
declare
  is_kept boolean;
begin
  select is_published into is_kept from learning_path where tenant = old.tenant and id = old.path_id for share;
  if is_kept and not exists (select 1 from learning_path_course where tenant = old.tenant and path_id = old.path_id) then
    raise exception 'This learning path is published; it would lack a course. Unpublish it first, or add another' using errcode = 'HT409';
  end if;
  return null;
end $$;
create constraint trigger stay_published after delete or update of path_id on learning_path_course
  deferrable initially deferred for each row execute function refuse_empty_path();

-- A link is made or removed, never changed, as those of a course.
create table learning_path_user (
  tenant text not null default current_tenant(),
  path_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null default now(),
  primary key (tenant, path_id, user_id),
  foreign key (tenant, path_id) references learning_path,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('learning_path_user', 'select, insert, delete');
call audited('learning_path_user', events => 'insert');
create index learning_path_user_by_user on learning_path_user (tenant, user_id, assigned_at desc);
create trigger count_path_users_in after insert on learning_path_user referencing new table as changed
  for each statement execute function count_links('learning_path', 'path_id', 'total_users');
create trigger count_path_users_out after delete on learning_path_user referencing old table as changed
  for each statement execute function count_links('learning_path', 'path_id', 'total_users');
