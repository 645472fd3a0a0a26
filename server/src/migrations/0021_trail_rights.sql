-- The app writes the trail of its own tenant, and not what it likes: it tells security events, under the name that the user has, and
-- cannot file a change where the list of everything does not show it.

-- A fixed list of events (contract/src/audit.ts), told of a user (`about`) or of nobody that we know; by a user, or by somebody.
drop function audit_event;
create function audit_event(
  action text, actor_id uuid, about uuid, request_id text, details jsonb, key text default null, n int default 1
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- A role that signs in for one tenant writes that tenant's trail, whatever it calls itself.
  of_tenant text := coalesce(case when session_user <> current_user then substring(session_user from '(coding|cyber|data)$') end, current_tenant());
  records text[] := case when about is null then '{}' else array['user:' || about] end;
  entry uuid;
begin
  if not coalesce(action = any (array['signed-in', 'sign-in-failed', 'sign-in-throttled', 'sign-in-refused', 'signed-out', 'token-reused',
      'sessions-ended', 'password-confirmation-failed', 'refused', 'export-begun']), false) then
    raise insufficient_privilege using message = format('%s is no security event', action);
  end if;
  if jsonb_typeof(details) is distinct from 'object' or key is not null and coalesce(n, 0) < 1 then
    raise invalid_parameter_value using message = 'a security event has an object of details, and happened once at least';
  end if;
  insert into audit (tenant, actor_id, actor_name, request_id, action, after, belongs_to, minute_key) values (
    of_tenant, actor_id,
    coalesce((select name from "user" where tenant = of_tenant and id = actor_id), 'Somebody'),
    coalesce(request_id, nullif(current_setting('app.request_id', true), '')),
    action, details || case when key is null then '{}' else jsonb_build_object('count', n) end, records,
    action || ' ' || key || ' ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
  on conflict (tenant, minute_key) where minute_key is not null
    do update set after = audit.after || jsonb_build_object('count', (audit.after ->> 'count')::int + n)
  returning id into entry;
  perform audit_add_line(of_tenant, entry, records);
end $$;
revoke execute on function audit_event from public;
grant execute on function audit_event to lectern_app;

-- As in 0015, in the language whose calls cost less, which pays for the look at the line below.
create or replace function audit_id() returns uuid language plpgsql volatile as $$
declare
  micros bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
  return encode(overlay(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(micros / 1000) from 3) from 1 for 6)
    placing int2send((28672 + micros % 1000 * 4096 / 1000)::smallint) from 7 for 2), 'hex')::uuid;
end $$;

-- As in 0015, but for the line: what the transaction remembers is a setting, which anybody may change. It is believed when it names
-- the first entry of this very line: of this transaction, about this table, with this action, by this actor in this request.
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
