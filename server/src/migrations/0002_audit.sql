-- The trail: every change of a row (0003) and every security event, with the records that it belongs to
-- (docs/decisions/0006). The server reads it; only functions that run as the owner write it.

-- UUIDv7 of a moment in microseconds since 1970. The twelve bits after the millisecond are its fraction, so that the
-- entries of a transaction sort in the order in which they were written.
create function audit_id(micros bigint) returns uuid language sql volatile as $$
  select encode(overlay(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(micros / 1000) from 3) from 1 for 6)
    placing int2send((28672 + micros % 1000 * 4096 / 1000)::smallint) from 7 for 2), 'hex')::uuid
$$;

create function audit_id() returns uuid language plpgsql volatile as $$
declare
  micros bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
  return audit_id(micros);
end $$;

create table audit (
  tenant text not null default current_tenant(),
  id uuid not null default audit_id(),
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  request_id text,
  -- Null in an event that is no change of a row; its details are in `after`.
  table_name text,
  record_id text,
  action text not null,
  -- Only what differs; secrets are named, never shown.
  before jsonb,
  after jsonb,
  -- A line of the trail is what one transaction did to one table with one action, such as five courses assigned at once.
  -- Its first entry stands for it; the others name that entry. Known when it is written, so that an index has the pages and
  -- totals of lines.
  part_of uuid,
  version int,
  -- 'course:01890000-…': a table and an id, the record itself first.
  belongs_to text[] not null default '{}',
  -- Events of one key within a minute are one entry with a count.
  minute_key text,
  primary key (tenant, id)
);
call tenant_table('audit', 'select');
create index audit_part on audit (tenant, part_of, id) where part_of is not null;
create index audit_actor on audit (tenant, actor_id, id desc) where part_of is null;
create unique index audit_minute on audit (tenant, minute_key) where minute_key is not null;

-- The lines of each record's history: an index has a page and its total, however long the history is.
create table audit_record (
  tenant text not null default current_tenant(),
  table_name text collate "C" not null,
  record_id text collate "C" not null,
  line uuid not null,
  primary key (tenant, table_name, record_id, line)
);
call tenant_table('audit_record', 'select');

-- ── Records that a row belongs to ────────────────────────────────────────────────────────────────────────────────────
-- A path leads from a row to what it belongs to: 'section_id>course_section.course_id>course'; 'item_id>@kind' where a
-- column names the table.

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

-- The records at the steps of a path. A record that this transaction has deleted is known from the trail: the entries of
-- a line are of one table, so that lines of other tables, which may be long, are not searched.
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
        return known || coalesce((select own.belongs_to[2:] from audit_record filed
          join audit head on head.tenant = of_tenant and head.id = line and head.table_name = parent
          cross join lateral (
            select head.belongs_to where head.record_id = parent_id
            union all select belongs_to from audit part
              where part.tenant = of_tenant and part.part_of = line and part.table_name = parent and part.record_id = parent_id
            limit 1) own
          where filed.tenant = of_tenant and filed.table_name = parent and filed.record_id = parent_id
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

-- ── Security events ──────────────────────────────────────────────────────────────────────────────────────────────────
-- An event of a fixed list (contract/src/kernel/audit.ts): about a user or nobody known, by a user or somebody. The server may
-- call it, but not choose the name of the actor, or an action that the list of all changes does not show.
create function audit_event(
  action text, actor_id uuid, about uuid, request_id text, details jsonb, key text default null, n int default 1
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- A session of a tenant's role writes the trail of that tenant, whatever the settings say.
  of_tenant text := coalesce(case when session_user <> current_user then substring(session_user from '(coding|cyber|data)$') end, current_tenant());
  entry uuid;
begin
  if not coalesce(action = any (array['signed-in', 'sign-in-failed', 'sign-in-throttled', 'sign-in-refused', 'signed-out', 'token-reused',
      'sessions-ended', 'password-confirmation-failed', 'refused', 'export-begun', 'order-export-begun']), false) then
    raise insufficient_privilege using message = format('%s is no security event', action);
  end if;
  if jsonb_typeof(details) is distinct from 'object' or key is not null and coalesce(n, 0) < 1 then
    raise invalid_parameter_value using message = 'a security event has an object of details, and happened once at least';
  end if;
  insert into audit (tenant, actor_id, actor_name, request_id, action, after, belongs_to, minute_key) values (
    of_tenant, actor_id,
    coalesce((select name from "user" where tenant = of_tenant and id = actor_id), 'Somebody'),
    coalesce(request_id, nullif(current_setting('app.request_id', true), '')),
    action, details || case when key is null then '{}' else jsonb_build_object('count', n) end, array_remove(array['user:' || about], null),
    action || ' ' || key || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
  on conflict (tenant, minute_key) where minute_key is not null
    do update set after = audit.after || jsonb_build_object('count', (audit.after ->> 'count')::int + n)
  returning id into entry;
  if about is not null then
    insert into audit_record (tenant, table_name, record_id, line) values (of_tenant, 'user', about::text, entry) on conflict do nothing;
  end if;
end $$;

revoke execute on function audit_event from public;
grant execute on function audit_event to lectern_app;
