-- The trail knows what it speaks of: each entry has the table, the record, its version after the change, and every record that it
-- belongs to: a lesson's change is in the histories of the lesson, its section and its course. What is no change of a row, such as
-- a sign-in, is an entry too. Nothing but the functions below writes the trail: they run as its owner.

set local client_min_messages = warning;
alter table audit rename entity to table_name;
alter table audit rename entity_id to record_id;
-- Null in an event that is no change of a row; its details are in `after`.
alter table audit alter table_name drop not null, alter record_id drop not null;
alter table audit
  add version int,
  -- 'course:01890000-…': a table and an id, the record itself first.
  add belongs_to text[] not null default '{}',
  -- What happens often within a minute is one entry with a count: the events of this key.
  add minute_key text;

-- A line is what one transaction did to one table with one action; `part_of` names its first entry. Which lines the history of a
-- record has stands here, so that a page and its total are read from an index however long the history is.
create table audit_record (
  tenant text not null default current_tenant(),
  table_name text collate "C" not null,
  record_id text collate "C" not null,
  line uuid not null,
  primary key (tenant, table_name, record_id, line)
);
call tenant_table('audit_record', 'select');

drop index audit_actor;
create index audit_actor on audit (tenant, actor_id, id desc) where part_of is null;
create index audit_request on audit (tenant, request_id, id) where request_id is not null;
create unique index audit_minute on audit (tenant, minute_key) where minute_key is not null;

-- A UUIDv7 whose twelve bits after the millisecond are its fraction: the entries of a transaction sort as they were written.
create function audit_id() returns uuid language sql volatile as $$
  select encode(overlay(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(micros / 1000) from 3) from 1 for 6)
      placing int2send((28672 + micros % 1000 * 4096 / 1000)::smallint) from 7 for 2), 'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
$$;
alter table audit alter id set default audit_id();

create function audit_add_line(of_tenant text, of_line uuid, records text[]) returns void language sql
begin atomic
  insert into audit_record (tenant, table_name, record_id, line)
    select of_tenant, split_part(record, ':', 1), substr(record, strpos(record, ':') + 1), of_line from unnest(records) record
    on conflict do nothing;
end;

-- ── Whose a row is ─────────────────────────────────────────────────────────────────────────────────────────────────
-- A path leads from a row to what it belongs to: 'section_id>course_section.course_id>course'; 'item_id>@kind' where a column
-- names the table.

-- The paths of a table, from its foreign keys: what is deleted with another record, or is a link to it, belongs to it.
create function audit_paths(child regclass) returns setof text language sql stable as $$
  with recursive parents as (
    select link.conrelid as child, link.confrelid as parent, attname || '>' || relname as step from pg_constraint link
      join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant'
      join pg_class on pg_class.oid = confrelid
      join pg_constraint key on key.conrelid = link.conrelid and key.contype = 'p'
    where link.contype = 'f' and link.confrelid <> link.conrelid and (link.confdeltype = 'c' or attnum = any(key.conkey))
  ), paths as (
    select parent, step as path, 1 as depth from parents where parents.child = audit_paths.child
    union select parents.parent, path || '.' || step, depth + 1 from paths join parents on parents.child = paths.parent where depth < 5
  )
  select path from paths where not exists (select from parents where parents.child = paths.parent)
$$;

-- The records at the steps of a path. A parent that this transaction has deleted already is known from the trail.
create function audit_parents(of_tenant text, fields jsonb, path text) returns text[] language plpgsql as $$
declare
  step text;
  parent text;
  parent_id text;
  next_id text;
  known text[] := '{}';
begin
  foreach step in array string_to_array(path, '.') loop
    if parent is null then
      next_id := fields ->> split_part(step, '>', 1);
    else
      execute format('select %I::text from %I where tenant = $1 and id = $2::uuid', split_part(step, '>', 1), parent)
        into next_id using of_tenant, parent_id;
      if next_id is null then
        return known || coalesce((select belongs_to[2:] from audit_record filed
          join audit on audit.tenant = of_tenant and (audit.id = line or part_of = line)
          where filed.tenant = of_tenant and filed.table_name = parent and filed.record_id = parent_id
            and audit.table_name = parent and audit.record_id = parent_id
          order by line desc limit 1), '{}');
      end if;
    end if;
    exit when next_id is null;
    parent_id := next_id;
    parent := split_part(step, '>', 2);
    if parent like '@%' then parent := fields ->> substr(parent, 2); end if;
    known := known || (parent || ':' || parent_id);
  end loop;
  return known;
end $$;

-- ── Changes of rows ────────────────────────────────────────────────────────────────────────────────────────────────
-- audit_row(key columns, paths …), made by `audited`: before and after hold only what differs; secrets are named, never shown.
create or replace function audit_row() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  hidden constant text[] := array['tenant', 'version', 'updated_at', 'search', 'name_key', 'total_courses', 'last_login_at', 'update_time'];
  fields jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  was jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - hidden when 'DELETE' then fields - hidden end;
  becomes jsonb := case when tg_op <> 'DELETE' then fields - hidden end;
  deed text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  of_tenant text := fields ->> 'tenant';
  own text;
  records text[] := '{}';
  entry uuid := audit_id();
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

  -- The transaction remembers the first entry of each of its lines.
  memory := 'app.line_' || of_tenant || '_' || tg_table_name || '_' || replace(deed, '-', '_');
  line := nullif(current_setting(memory, true), '')::uuid;
  if line is null then perform set_config(memory, entry::text, true); end if;
  insert into audit (tenant, id, actor_id, actor_name, request_id, table_name, record_id, version, action, before, after, part_of, belongs_to)
    values (of_tenant, entry,
      nullif(current_setting('app.actor_id', true), '')::uuid,
      coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
      nullif(current_setting('app.request_id', true), ''),
      tg_table_name, own, case when tg_op <> 'DELETE' then (fields ->> 'version')::int end, deed, was, becomes, line, records);
  perform audit_add_line(of_tenant, coalesce(line, entry), records);
  return old;
end $$;

-- Puts a table into the trail, or again after its foreign keys changed. `further` are paths that no foreign key tells.
-- Deletions are told before they happen: what goes with a record asks the trail whose it was.
create procedure audited(name regclass, further text[] default '{}', events text default 'insert or update', with_delete boolean default true)
language plpgsql as $$
declare
  arguments text;
begin
  select string_agg(quote_literal(argument), ', ' order by place, argument) into arguments from (
    select 0 as place, string_agg(attname, ',' order by array_position(conkey, attnum)) as argument
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant'
      where conrelid = name and contype = 'p'
    union all select 1, path from unnest(further) path
    union all select 2, path from audit_paths(name) path) as arguments;
  execute format('drop trigger if exists audit on %s', name);
  execute format('drop trigger if exists audit_delete on %s', name);
  execute format('create trigger audit after %s on %s for each row execute function audit_row(%s)', events, name, arguments);
  if with_delete then
    execute format('create trigger audit_delete before delete on %s for each row execute function audit_row(%s)', name, arguments);
  end if;
end $$;

-- ── Events that are no change of a row ─────────────────────────────────────────────────────────────────────────────
-- A sign-in, a refusal, an export. Events of one key within a minute are one entry, with their count in `after`.
create function audit_event(
  action text, actor_id uuid, actor_name text, request_id text, details jsonb, belongs_to text[], key text default null, n int default 1
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- A role that signs in for one tenant writes that tenant's trail, whatever it calls itself.
  of_tenant text := coalesce(case when session_user <> current_user then substring(session_user from '(coding|cyber|data)$') end, current_tenant());
  entry uuid;
begin
  insert into audit (tenant, actor_id, actor_name, request_id, action, after, belongs_to, minute_key) values (
    of_tenant,
    coalesce(actor_id, nullif(current_setting('app.actor_id', true), '')::uuid),
    coalesce(actor_name, (select name from "user" where tenant = of_tenant and id = actor_id),
      nullif(current_setting('app.actor_name', true), ''), 'system'),
    coalesce(request_id, nullif(current_setting('app.request_id', true), '')),
    action, details || case when key is null then '{}' else jsonb_build_object('count', n) end, belongs_to,
    action || ' ' || key || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
  on conflict (tenant, minute_key) where minute_key is not null
    do update set after = audit.after || jsonb_build_object('count', (audit.after ->> 'count')::int + n)
  returning id into entry;
  perform audit_add_line(of_tenant, entry, belongs_to);
end $$;
revoke execute on function audit_row(), audit_event from public;
grant execute on function audit_event to lectern_app;

-- ── What the trail holds already ───────────────────────────────────────────────────────────────────────────────────
-- The triggers until now: a child's change was told as its parent's, under the parent's id.
create temporary table old_trigger on commit drop as
  select relname::text as table_name, arguments[1] as entity, coalesce(nullif(arguments[2], ''), 'id') as key,
    arguments[3] as made, arguments[4] as gone, tgtype,
    (select array_agg(attname::text) from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped) as columns
  from pg_trigger join pg_class on pg_class.oid = tgrelid,
    lateral (select string_to_array(encode(tgargs, 'escape'), '\000') as arguments) as given
  where tgname = 'audit' and tgfoid = 'audit_row'::regproc;

-- Which table each entry was about, and its row as far as it is known.
create temporary table told on commit drop as
  select audit.tenant, id, before as fields, old_trigger.*, 0 as depth from audit, old_trigger where false;

do $$
declare
  source record;
  child record;
  entry record;
  brand text;
  keys text[];
  path text;
  fields jsonb;
  children jsonb;
  records text[];
begin
  for source in select * from old_trigger loop
    call audited(format('%I', source.table_name)::regclass,
      case source.table_name when 'order' then array['user_id>user'] when 'section_item' then array['item_id>@kind'] else '{}' end,
      concat_ws(' or ', case when source.tgtype & 4 > 0 then 'insert' end, case when source.tgtype & 16 > 0 then 'update' end),
      source.tgtype & 8 > 0);
  end loop;
  alter table old_trigger add depth int;
  create index on told (id);
  update old_trigger set depth = (select coalesce(max(length(way) - length(replace(way, '>', ''))), 0)
    from audit_paths(format('%I', old_trigger.table_name)::regclass) as way);

  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    for entry in select * from audit where tenant = brand loop
      keys := array(select jsonb_object_keys(entry.after));
      select * into source from old_trigger
        where entity = entry.table_name and (entry.action in (made, gone)
          or key = 'id' and entry.action in ('create', 'delete') or entry.action = 'update')
        order by columns @> keys desc, key = 'id' desc limit 1;
      continue when not found;
      fields := coalesce(entry.after, entry.before);
      if entry.action = 'update' and source.key = 'id' then
        execute format('select to_jsonb(own) from %I own where tenant = $1 and id::text = $2', source.table_name)
          into fields using brand, entry.record_id;
        -- Not what the record became, but what exactly one of its children did.
        if not coalesce(fields @> entry.after, false) then
          for child in select * from old_trigger where entity = source.entity and key <> 'id' and columns @> (keys || 'id'::text) loop
            execute format('select jsonb_agg(to_jsonb(child)) from %I child where tenant = $1 and %I::text = $2 and to_jsonb(child) @> $3',
              child.table_name, child.key) into children using brand, entry.record_id, entry.after;
            if jsonb_array_length(children) = 1 then
              source := child;
              fields := children -> 0;
              exit;
            end if;
          end loop;
        end if;
        if fields is null then
          select coalesce(after, before) into fields from audit where tenant = brand
            and table_name = entry.table_name and record_id = entry.record_id and action in ('create', 'delete') limit 1;
        end if;
      end if;
      insert into told select brand, entry.id, coalesce(fields, '{}') || jsonb_build_object(source.key, entry.record_id), old_trigger.*
        from old_trigger where old_trigger.table_name = source.table_name;
    end loop;

    -- Parents first: what is gone now is known from its own entries.
    for entry in select told.* from told join audit using (tenant, id) where told.tenant = brand order by depth, id loop
      records := case when entry.fields ? 'id' then array[entry.table_name || ':' || (entry.fields ->> 'id')] else '{}' end;
      for path in select argument from pg_trigger, unnest(string_to_array(encode(tgargs, 'escape'), '\000')) argument
          where tgrelid = format('%I', entry.table_name)::regclass and tgname = 'audit' and argument like '%>%' loop
        records := records || audit_parents(brand, entry.fields, path);
      end loop;
      update audit set table_name = entry.table_name, belongs_to = records,
        action = case when action = entry.made then 'create' when action = entry.gone then 'delete'
          when after ? 'password_hash' and action = 'update' then 'set-password' else action end,
        record_id = coalesce(entry.fields ->> 'id', (select string_agg(entry.fields ->> attname, '/' order by array_position(conkey, attnum))
          from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant'
          where conrelid = format('%I', entry.table_name)::regclass and contype = 'p'))
        where tenant = brand and id = entry.id;
      -- A line is about one table.
      update audit part set part_of = null from told head
        where part.tenant = brand and part.id = entry.id and head.tenant = brand and head.id = part_of and head.table_name <> entry.table_name;
      perform audit_add_line(brand, coalesce(part_of, id), records) from audit where tenant = brand and id = entry.id;
    end loop;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

drop index audit_line, audit_entity;

-- Who wrote the trail until now writes it no more.
do $$
declare
  writer text;
begin
  for writer in select distinct grantee::regrole::text from pg_class, aclexplode(relacl)
      where oid = 'audit'::regclass and privilege_type = 'INSERT' and grantee <> relowner and grantee <> 0 loop
    execute format('revoke insert on audit from %s', writer);
  end loop;
end $$;
