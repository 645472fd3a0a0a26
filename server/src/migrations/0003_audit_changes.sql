-- How changes of rows come into the trail: one trigger writes the entries in the transaction of the change, so that no
-- write can forget them. Only these functions write changes; they run as the owner.

-- Columns that the trail leaves out: they follow from others, or are counts.
create function audit_hidden() returns text[] language sql immutable parallel safe as $$
  select array['tenant', 'version', 'updated_at', 'search', 'name_key', 'total_courses', 'total_members', 'used_count', 'sold_on', 'returned_on', 'total_users', 'last_login_at', 'update_time', 'status_text']
$$;

-- audit_row(key columns, paths …): writes the entry of a row. The transaction remembers the first entry of each of its
-- lines in a setting, which anybody may change: it is believed when it names an entry of this transaction, about this
-- table, with this action, by this actor in this request.
create function audit_row() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  hidden constant text[] := audit_hidden();
  fields jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  was jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - hidden when 'DELETE' then fields - hidden end;
  becomes jsonb := case when tg_op <> 'DELETE' then fields - hidden end;
  deed text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  of_tenant text := fields ->> 'tenant';
  own text;
  records text[] := '{}';
  entry uuid := audit_id();
  by_id uuid := nullif(current_setting('app.actor_id', true), '')::uuid;
  by_name text := coalesce(nullif(current_setting('app.actor_name', true), ''), 'system');
  request text := nullif(current_setting('app.request_id', true), '');
  memory text;
  line uuid;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into was, becomes
      from jsonb_each(becomes) where value is distinct from was -> key;
    if becomes is null then return null; end if;
    if becomes ? 'password_hash' then deed := 'set-password'; end if;
  end if;
  if was ? 'password_hash' then was := was || '{"password_hash": "•••"}'; end if;
  if becomes ? 'password_hash' then becomes := becomes || '{"password_hash": "•••••"}'; end if;

  own := fields ->> 'id';
  if own is not null then
    records := array[tg_table_name || ':' || own];
  else
    select string_agg(fields ->> key, '/' order by place) into own
      from unnest(string_to_array(tg_argv[0], ',')) with ordinality as named (key, place);
  end if;
  for argument in 1 .. tg_nargs - 1 loop
    if strpos(tg_argv[argument], '>') > 0 then
      records := records || audit_parents(of_tenant, fields, tg_argv[argument]);
    end if;
  end loop;

  memory := 'app.line_' || of_tenant || '_' || tg_table_name || '_' || replace(deed, '-', '_');
  line := nullif(current_setting(memory, true), '')::uuid;
  if line is not null then
    line := (select id from audit head where tenant = of_tenant and id = line and part_of is null
      and head.xmin = pg_current_xact_id()::xid and table_name = tg_table_name and action = deed
      and actor_id is not distinct from by_id and actor_name = by_name and request_id is not distinct from request);
  end if;
  if line is null then perform set_config(memory, entry::text, true); end if;
  insert into audit (tenant, id, actor_id, actor_name, request_id, table_name, record_id, version, action, before, after, part_of, belongs_to)
    values (of_tenant, entry, by_id, by_name, request, tg_table_name, own,
      case when tg_op <> 'DELETE' then (fields ->> 'version')::int end, deed, was, becomes, line, records);
  insert into audit_record (tenant, table_name, record_id, line)
    select of_tenant, split_part(record, ':', 1), substr(record, strpos(record, ':') + 1), coalesce(line, entry) from unnest(records) record
    on conflict do nothing;
  return old;
end $$;

-- The first entry of the line that the transaction writes, verified as in audit_row; null if it has none yet.
create function audit_line_of(memory text, of_tenant text, of_table text, deed text, by_id uuid, by_name text, request text)
returns uuid language sql volatile as $$
  select id from audit head where tenant = of_tenant and id = nullif(current_setting(memory, true), '')::uuid and part_of is null
    and head.xmin = pg_current_xact_id()::xid and table_name = of_table and action = deed
    and actor_id is not distinct from by_id and actor_name = by_name and request_id is not distinct from request
$$;

-- audit_rows(key columns, paths …): as audit_row, for the rows of a statement (`gone` and `come`; docs/decisions/0054).
-- PostgreSQL fills both transition tables row by row, so that the rows of one number belong together. For paths of one
-- step: nothing is looked up.
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

-- Puts a table into the trail, or again after its foreign keys changed.
-- `further`: paths that no foreign key tells.
-- `by_statement`: one call per statement, for tables that batches write. Deletions stay with the rows where other rows are
--   deleted with them, whose entries come after.
-- `count_column`: a count; its updates, which triggers alone make, are left out.
-- A row's entry is written before it is deleted: what is deleted with it looks up in the trail what it belongs to.
create procedure audited(
  name regclass,
  further text[] default '{}',
  events text default 'insert or update',
  with_delete boolean default true,
  by_statement boolean default false,
  count_column text default null
) language plpgsql as $$
declare
  former text;
  arguments text;
  by_row constant boolean := not by_statement or exists (
    select from pg_constraint where contype = 'f' and confrelid = name and confdeltype = 'c');
begin
  foreach former in array array['audit', 'audit_in', 'audit_over', 'audit_out', 'audit_delete'] loop
    execute format('drop trigger if exists %I on %s', former, name);
  end loop;
  select string_agg(quote_literal(argument), ', ' order by place, argument) into arguments from (
    select 0 as place, string_agg(attname, ',' order by array_position(conkey, attnum)) as argument
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant'
      where conrelid = name and contype = 'p'
    union all select 1, path from unnest(further) path
    union all select 2, path from audit_paths(name) path) as arguments;
  if by_statement then
    if arguments ~ '>[^,]*\.' or arguments ~ '>@' then raise exception '% belongs to records that have to be looked up', name; end if;
    if exists (select from pg_attribute where attrelid = name and attname = 'password_hash') then
      raise exception '% has a secret that this would show', name;
    end if;
    if events like '%insert%' then
      execute format('create trigger audit_in after insert on %s referencing new table as come for each statement execute function audit_rows(%s)', name, arguments);
    end if;
    if events like '%update%' then
      execute format('create trigger audit_over after update on %s referencing old table as gone new table as come for each statement execute function audit_rows(%s)', name, arguments);
    end if;
  elsif count_column is not null then
    execute format('create trigger audit after insert on %s for each row execute function audit_row(%s)', name, arguments);
    execute format('create trigger audit_over after update on %1$s for each row when (old.%2$I = new.%2$I) execute function audit_row(%3$s)', name, count_column, arguments);
  else
    execute format('create trigger audit after %s on %s for each row execute function audit_row(%s)', events, name, arguments);
  end if;
  if with_delete and by_row then
    execute format('create trigger audit_delete before delete on %s for each row execute function audit_row(%s)', name, arguments);
  elsif with_delete then
    execute format('create trigger audit_out after delete on %s referencing old table as gone for each statement execute function audit_rows(%s)', name, arguments);
  end if;
end $$;

revoke execute on function audit_row(), audit_rows(), audit_line_of from public;
