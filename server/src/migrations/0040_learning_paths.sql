-- Learning paths: what their lists are sorted by, how many have them, and the quiz or the project that they end with.

-- ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table learning_path add column total_users int not null default 0;

-- As the members of a course it is no change of the record (0031).
do $$
declare
  known text;
begin
  foreach known in array array['touch', 'audit_row'] loop
    if position('''total_members'', ''used_count''' in pg_get_functiondef(known::regproc)) = 0 then
      raise exception '% names its counts otherwise', known;
    end if;
    execute replace(pg_get_functiondef(known::regproc), '''used_count''', '''used_count'', ''total_users''');
  end loop;
end $$;

create function count_path_users() returns trigger language plpgsql as $$
begin
  update learning_path set total_users = total_users + changed.n
    from (select tenant, path_id, case tg_op when 'INSERT' then count(*) else -count(*) end as n from changed group by tenant, path_id) changed
    where learning_path.tenant = changed.tenant and learning_path.id = changed.path_id;
  return null;
end $$;
create trigger count_path_users_in after insert on learning_path_user referencing new table as changed
  for each statement execute function count_path_users();
create trigger count_path_users_out after delete on learning_path_user referencing old table as changed
  for each statement execute function count_path_users();

do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update learning_path set total_users = counted.n
      from (select path_id, count(*) as n from learning_path_user where tenant = brand group by path_id) counted
      where tenant = brand and id = counted.path_id;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
-- What is deferred is checked now: a table with checks to come cannot be altered.
set constraints all immediate;

create trigger refuse_count before update of total_users on learning_path
  for each row when (old.total_users is distinct from new.total_users) execute function refuse_count();
create trigger refuse_first_count before insert on learning_path
  for each row when (new.total_users <> 0) execute function refuse_count();

create index learning_path_list on learning_path (tenant, id, category, is_published);
create index learning_path_by_name on learning_path (tenant, search collate "C", id, category, is_published);
create index learning_path_by_price on learning_path (tenant, price, id, category, is_published);
create index learning_path_by_users on learning_path (tenant, total_users, id, category, is_published);
create index learning_path_by_updated on learning_path (tenant, updated_at, id, category, is_published);
create index learning_path_search on learning_path using gin (search gin_trgm_ops);

-- ── What a path ends with ────────────────────────────────────────────────────────────────────────────────────────────
-- A final project is a course's or a path's; a quiz stands in a section, or a path ends with it.
alter table final_project
  alter column course_id drop not null,
  add column path_id uuid,
  add unique (tenant, path_id),
  add foreign key (tenant, path_id) references learning_path on delete cascade,
  add check (num_nonnulls(course_id, path_id) = 1);
alter table quiz
  alter column section_id drop not null,
  add column path_id uuid,
  add unique (tenant, path_id),
  add foreign key (tenant, path_id) references learning_path on delete cascade,
  add check (num_nonnulls(section_id, path_id) = 1);
-- Their changes are the path's history too.
call audited('final_project');
call audited('quiz');
call audited('question');

-- What stands in no section has no place; else as before (0032).
create or replace function keep_place() returns trigger language plpgsql as $$
declare
  fields jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  kind_of_it text := coalesce(tg_argv[0], lower(fields ->> 'type'));
begin
  if tg_op = 'UPDATE' and new.section_id is not distinct from old.section_id then return null; end if;
  if tg_op <> 'INSERT' then
    delete from section_item where tenant = old.tenant and kind = kind_of_it and item_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.section_id is not null then
    -- Of two that come at once one waits, and sees the other's place.
    perform 1 from course_section where tenant = new.tenant and id = new.section_id for no key update;
    insert into section_item (tenant, section_id, position, kind, item_id)
      select new.tenant, new.section_id, coalesce(max(position), 0) + 1024, kind_of_it, new.id
      from section_item where tenant = new.tenant and section_id = new.section_id;
  end if;
  return null;
end $$;
