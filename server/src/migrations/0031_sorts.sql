-- What the lists of orders, discounts and courses are sorted by (docs/decisions/0027). An index is read forwards and backwards,
-- ties by the id. What a long list is filtered by stands behind the id, so that a filter passes over entries and fetches no row.

create index order_by_total on "order" (tenant, total_amount, id, status, created_at);

create index discount_by_name on discount (tenant, search collate "C", id);
-- Also counts those of a status, which the switch and the period make together.
create index discount_by_start on discount (tenant, start_date nulls first, id, is_active, end_date);
create index discount_by_end on discount (tenant, end_date, id);
create index discount_by_updated on discount (tenant, updated_at, id);
create index discount_search on discount using gin (search gin_trgm_ops);

-- ── Courses, also by the number of their members, which is kept ────────────────────────────────────────────────────────
alter table course add column total_members int not null default 0;

-- Like a user's courses it is no change of the record: neither its version nor the trail tells of it.
do $$
begin
  execute replace(pg_get_functiondef('touch'::regproc), '''name_key''', '''name_key'', ''total_members''');
  execute replace(pg_get_functiondef('audit_row'::regproc), '''total_courses''', '''total_courses'', ''total_members''');
end $$;

create function count_members() returns trigger language plpgsql as $$
begin
  update course set total_members = total_members + changed.n
    from (select tenant, course_id, case tg_op when 'INSERT' then count(*) else -count(*) end as n from changed group by tenant, course_id) changed
    where course.tenant = changed.tenant and course.id = changed.course_id;
  return null;
end $$;
create trigger count_members_in after insert on course_user referencing new table as changed
  for each statement execute function count_members();
create trigger count_members_out after delete on course_user referencing old table as changed
  for each statement execute function count_members();

do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update course set total_members = counted.n
      from (select course_id, count(*) as n from course_user where tenant = brand group by course_id) counted
      where tenant = brand and id = counted.course_id;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Nobody writes a count but the triggers that keep it.
create function refuse_count() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise insufficient_privilege using message = 'permission denied: what ' || tg_table_name || ' counts is written by triggers alone';
  end if;
  return new;
end $$;
create trigger refuse_count before update of total_members on course
  for each row when (old.total_members is distinct from new.total_members) execute function refuse_count();
create trigger refuse_first_count before insert on course
  for each row when (new.total_members <> 0) execute function refuse_count();
create trigger refuse_count before update of total_courses on "user"
  for each row when (old.total_courses is distinct from new.total_courses) execute function refuse_count();
create trigger refuse_first_count before insert on "user"
  for each row when (new.total_courses <> 0) execute function refuse_count();

create index course_by_name on course (tenant, type, search collate "C", id, category, is_published);
create index course_by_price on course (tenant, type, price, id, category, is_published);
create index course_by_start on course (tenant, type, start_date, id, category, is_published);
create index course_by_members on course (tenant, type, total_members, id, category, is_published);
create index course_by_updated on course (tenant, type, updated_at, id, category, is_published);
create index course_search on course using gin (search gin_trgm_ops);
