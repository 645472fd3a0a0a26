-- Batches change hundreds of orders with one statement, and half of the time went into a trigger call per row. The trail of the tables
-- that they write is now written per statement, with the same entries (docs/decisions/0059).

-- The columns that the trail leaves out, for both functions.
do $$
declare
  known constant text := pg_get_functiondef('audit_row'::regproc);
  hidden constant text := substring(known from 'hidden constant text\[\] := (array\[[^]]*\])');
begin
  if hidden is null then raise exception 'audit_row names its hidden columns otherwise'; end if;
  execute format('create function audit_hidden() returns text[] language sql immutable parallel safe as %L', 'select ' || hidden);
  execute replace(known, hidden, 'audit_hidden()');
end $$;

-- The id of an entry that is written at `micros` (microseconds since 1970), as `audit_id()` makes it.
create function audit_id(micros bigint) returns uuid language sql volatile as $$
  select encode(overlay(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(micros / 1000) from 3) from 1 for 6)
    placing int2send((28672 + micros % 1000 * 4096 / 1000)::smallint) from 7 for 2), 'hex')::uuid
$$;

-- The first entry of the line that the transaction writes; null: it has none yet. As in audit_row (0021): the setting is believed when
-- it names an entry of this transaction, about this table, with this action, by this actor in this request.
create function audit_line_of(memory text, of_tenant text, of_table text, deed text, by_id uuid, by_name text, request text)
returns uuid language sql volatile as $$
  select id from audit head where tenant = of_tenant and id = nullif(current_setting(memory, true), '')::uuid and part_of is null
    and head.xmin = pg_current_xact_id()::xid and table_name = of_table and action = deed
    and actor_id is not distinct from by_id and actor_name = by_name and request_id is not distinct from request
$$;
revoke execute on function audit_line_of from public;

-- audit_rows(key columns, paths …): as audit_row, for the rows of a statement (`gone` and `come`). PostgreSQL fills both transition
-- tables row by row, so that the rows of one number belong together. For paths of one step: nothing is looked up.
create function audit_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Upper limit of rows that are held in memory.
  part constant int := 1000;
  hidden constant text[] := audit_hidden();
  deed constant text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  keys constant text[] := string_to_array(tg_argv[0], ',');
  ends constant text[] := array(select split_part(path, '>', 1) from unnest(tg_argv) with ordinality as named (path, n)
    where strpos(path, '>') > 0 order by n);
  parents constant text[] := array(select split_part(path, '>', 2) from unnest(tg_argv) with ordinality as named (path, n)
    where strpos(path, '>') > 0 order by n);
  by_id constant uuid := nullif(current_setting('app.actor_id', true), '')::uuid;
  by_name constant text := coalesce(nullif(current_setting('app.actor_name', true), ''), 'system');
  request constant text := nullif(current_setting('app.request_id', true), '');
  parts refcursor;
  of_tenant text;
  befores jsonb[];
  afters jsonb[];
  memory text;
  line uuid;
  head uuid;
  micros bigint;
  written int;
begin
  if tg_op = 'INSERT' then
    open parts for select tenant, array_fill(null::jsonb, array[count(*)::int]), array_agg(after order by n)
      from (select tenant, to_jsonb(come) as after, row_number() over () - 1 as n from come) changed
      group by tenant, n / part order by min(n);
  elsif tg_op = 'UPDATE' then
    -- No join: the planner takes the rows of the session's first statement for those of every later one.
    open parts for select tenant, array_agg(row order by n) filter (where is_old), array_agg(row order by n) filter (where not is_old)
      from (select tenant, true as is_old, to_jsonb(gone) as row, row_number() over () - 1 as n from gone
        union all select tenant, false, to_jsonb(come), row_number() over () - 1 from come) changed
      group by tenant, n / part order by min(n);
  else
    open parts for select tenant, array_agg(before order by n), array_fill(null::jsonb, array[count(*)::int])
      from (select tenant, to_jsonb(gone) as before, row_number() over () - 1 as n from gone) changed
      group by tenant, n / part order by min(n);
  end if;
  loop
    fetch parts into of_tenant, befores, afters;
    exit when not found;
    memory := 'app.line_' || of_tenant || '_' || tg_table_name || '_' || deed;
    line := audit_line_of(memory, of_tenant, tg_table_name, deed, by_id, by_name, request);
    head := audit_id();
    micros := extract(epoch from clock_timestamp()) * 1000000;
    with changed as (
      select row_number() over (order by n) as n, coalesce(after, before) as fields,
        case tg_op when 'UPDATE' then different.was else before - hidden end as was,
        case tg_op when 'UPDATE' then different.becomes else after - hidden end as becomes
      from unnest(befores, afters) with ordinality as both_times (before, after, n)
        left join lateral (select jsonb_object_agg(key, before -> key) as was, jsonb_object_agg(key, value) as becomes
          from jsonb_each(after - hidden) where value is distinct from before -> key) different on tg_op = 'UPDATE'
      where tg_op <> 'UPDATE' or different.becomes is not null
    ), entries as (
      insert into audit (tenant, id, actor_id, actor_name, request_id, table_name, record_id, version, action, before, after, part_of, belongs_to)
      select of_tenant, case when n = 1 then head else audit_id(micros + n) end, by_id, by_name, request, tg_table_name,
        coalesce(fields ->> 'id', (select string_agg(fields ->> key, '/' order by place) from unnest(keys) with ordinality as named (key, place))),
        case when tg_op <> 'DELETE' then (fields ->> 'version')::int end, deed, was, becomes,
        case when n = 1 then line else coalesce(line, head) end,
        array_remove(tg_table_name || ':' || (fields ->> 'id')
          || array(select parent || ':' || (fields ->> column_name) from unnest(ends, parents) with ordinality as named (column_name, parent, place)
            order by place), null)
      from changed order by n
      returning belongs_to
    ), filed as (
      insert into audit_record (tenant, table_name, record_id, line)
      select distinct of_tenant, split_part(record, ':', 1), substr(record, strpos(record, ':') + 1), coalesce(line, head)
      from entries, unnest(belongs_to) record
      on conflict do nothing
    )
    select count(*) into written from entries;
    if written > 0 and line is null then perform set_config(memory, head::text, true); end if;
  end loop;
  close parts;
  return null;
end $$;
revoke execute on function audit_rows() from public;

-- Writes the trail of a table per statement instead of per row, with the arguments that it has. Deletions stay with the rows where
-- something is deleted with them, which has to come after them in the trail.
create procedure audited_by_statement(name regclass) language plpgsql as $$
declare
  events int;
  arguments text;
  has_parts constant boolean := exists (select from pg_constraint where contype = 'f' and confrelid = name and confdeltype = 'c');
begin
  select tgtype, (select string_agg(quote_literal(argument), ', ' order by n)
      from unnest(string_to_array(encode(tgargs, 'escape'), '\000')) with ordinality as named (argument, n) where n <= tgnargs)
    into events, arguments from pg_trigger where tgrelid = name and tgname = 'audit';
  if arguments ~ '>[^,]*\.' or arguments ~ '>@' then raise exception '% belongs to records that have to be looked up', name; end if;
  if exists (select from pg_attribute where attrelid = name and attname = 'password_hash') then
    raise exception '% has a secret that this would show', name;
  end if;
  execute format('drop trigger audit on %s', name);
  if events & 4 > 0 then
    execute format('create trigger audit_in after insert on %s referencing new table as come for each statement execute function audit_rows(%s)', name, arguments);
  end if;
  if events & 16 > 0 then
    execute format('create trigger audit_over after update on %s referencing old table as gone new table as come for each statement execute function audit_rows(%s)', name, arguments);
  end if;
  if not has_parts and exists (select from pg_trigger where tgrelid = name and tgname = 'audit_delete') then
    execute format('drop trigger audit_delete on %s', name);
    execute format('create trigger audit_out after delete on %s referencing old table as gone for each statement execute function audit_rows(%s)', name, arguments);
  end if;
end $$;

-- Leaves out the updates of a count, which triggers alone write (`refuse_count`, 0031), and which the trail does not tell of.
create procedure audited_without_count(name regclass, count_column text) language plpgsql as $$
declare
  arguments constant text := (select string_agg(quote_literal(argument), ', ' order by n)
    from pg_trigger, unnest(string_to_array(encode(tgargs, 'escape'), '\000')) with ordinality as named (argument, n)
    where tgrelid = name and tgname = 'audit' and n <= tgnargs);
begin
  execute format('drop trigger audit on %s', name);
  execute format('create trigger audit after insert on %s for each row execute function audit_row(%s)', name, arguments);
  execute format('create trigger audit_over after update on %1$s for each row when (old.%2$I = new.%2$I) execute function audit_row(%3$s)', name, count_column, arguments);
end $$;

-- `audited` (0015), called again after a table's foreign keys changed, keeps these ways.
alter procedure audited(regclass, text[], text, boolean) rename to audited_by_row;
create procedure audited(name regclass, further text[] default '{}', events text default 'insert or update', with_delete boolean default true)
language plpgsql as $$
declare
  by_statement constant boolean := exists (select from pg_trigger where tgrelid = name and tgfoid = 'audit_rows'::regproc);
  count_column constant text := substring(
    (select pg_get_triggerdef(oid) from pg_trigger where tgrelid = name and tgname = 'audit_over' and tgfoid = 'audit_row'::regproc)
    from 'old\.(\w+) = ');
begin
  execute format('drop trigger if exists audit_in on %s', name);
  execute format('drop trigger if exists audit_over on %s', name);
  execute format('drop trigger if exists audit_out on %s', name);
  call audited_by_row(name, further, events, with_delete);
  if by_statement then call audited_by_statement(name); end if;
  if count_column is not null then call audited_without_count(name, count_column); end if;
end $$;

call audited_by_statement('"order"');
call audited_by_statement('order_item');
call audited_by_statement('course_user');
call audited_without_count('"user"', 'total_courses');
call audited_without_count('course', 'total_members');
-- Nor does a count raise the version, for which `touch` compared the whole course, its texts too.
drop trigger touch on course;
create trigger touch before update on course for each row when (old.total_members = new.total_members) execute function touch();

-- As in 0034, for those of the courses that have events.
create or replace function members_in_calendar() returns trigger language plpgsql as $$
declare
  of_course record;
begin
  for of_course in
    select tenant, course_id, array_agg(user_id) as users from changed where exists (
        select from calendar_event event join course_section section on section.tenant = event.tenant and section.id = event.section_id
        where event.tenant = changed.tenant and section.course_id = changed.course_id)
      group by tenant, course_id
  loop
    update calendar_event set attendees = coalesce((
        select jsonb_agg(email order by email) from (
          select email from jsonb_array_elements_text(attendees) email
          except select lower(email) from "user" where tenant = of_course.tenant and id = any (of_course.users) and tg_op = 'DELETE'
          union select lower(email) from "user" where tenant = of_course.tenant and id = any (of_course.users) and tg_op = 'INSERT') kept), '[]')
      where tenant = of_course.tenant and attendees is not null and id = any (events_of_course(of_course.tenant, of_course.course_id));
    perform follow_calendar(of_course.tenant, events_of_course(of_course.tenant, of_course.course_id));
  end loop;
  return null;
end $$;

-- As in 0067, for the orders of a statement.
drop trigger settle_access_gaps on "order";
create or replace function settle_access_gaps_of_order() returns trigger language plpgsql as $$
begin
  -- The fence keeps the planner, which does not know how many orders a statement has, from reading all gaps.
  delete from access_gap where id = any (array(
    select gap.id from gone join come using (tenant, id)
      join order_item item on item.tenant = come.tenant and item.order_id = come.id
      cross join lateral (select id from access_gap where tenant = come.tenant and user_id = come.user_id
        and product_id = item.product_id and kind = 'access-unpaid' offset 0) gap
      where gone.status <> 'paid' and come.status = 'paid'));
  delete from access_gap where id = any (array(
    select gap.id from gone join come using (tenant, id)
      cross join lateral (select id from access_gap where tenant = come.tenant and order_id = come.id and kind = 'paid-no-access' offset 0) gap
      where gone.status = 'paid' and come.status <> 'paid'));
  return null;
end $$;
create trigger settle_access_gaps after update on "order" referencing old table as gone new table as come
  for each statement execute function settle_access_gaps_of_order();
