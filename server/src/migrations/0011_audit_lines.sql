-- A line of the trail is one thing that somebody did: the entries that a transaction (a request) writes about one record with one
-- action, such as five courses assigned at once. The first entry stands for the line, the others are parts of it.
-- Known as it is written, so that pages and totals of lines are read from an index, whatever a line holds.
alter table audit add part_of uuid;

-- Lines so far. An owner that is no superuser is bound by the policies too.
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    perform set_config('app.tenant', brand, true);
    update audit set part_of = line.first from (
      select id, first_value(id) over (partition by entity, entity_id, action, request_id order by id) as first
        from audit where tenant = brand and request_id is not null
    ) line where audit.tenant = brand and audit.id = line.id and line.id <> line.first;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

create index audit_line on audit (tenant, entity, entity_id, id desc) where part_of is null;
create index audit_part on audit (tenant, part_of, id) where part_of is not null;

-- audit_row(entity, id column, insert's action, delete's action): before and after hold only what differs; secrets are named, never shown.
create or replace function audit_row() returns trigger language plpgsql as $$
declare
  hidden constant text[] := array['tenant', 'version', 'updated_at', 'search', 'name_key', 'total_courses', 'last_login_at', 'update_time'];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  record_id text := coalesce(becomes, was) ->> coalesce(tg_argv[1], 'id');
  deed text := case tg_op when 'INSERT' then coalesce(tg_argv[2], 'create') when 'UPDATE' then 'update' else coalesce(tg_argv[3], 'delete') end;
  of_tenant text := coalesce(to_jsonb(new), to_jsonb(old)) ->> 'tenant';
  request text := nullif(current_setting('app.request_id', true), '');
  line uuid;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into was, becomes
      from jsonb_each(becomes) where value is distinct from was -> key;
    if becomes is null then return null; end if;
  end if;
  if was ? 'password_hash' then was := was || '{"password_hash": "•••"}'; end if;
  if becomes ? 'password_hash' then becomes := becomes || '{"password_hash": "•••••"}'; end if;
  -- now() is when the transaction began: its entries have that moment, and no id below it.
  select audit.id into line from audit
    where tenant = of_tenant and entity = tg_argv[0] and entity_id = record_id and part_of is null
      and id >= (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      and at = now() and action = deed and request_id is not distinct from request
    limit 1;
  insert into audit (tenant, actor_id, actor_name, request_id, entity, entity_id, action, before, after, part_of) values (
    of_tenant,
    nullif(current_setting('app.actor_id', true), '')::uuid,
    coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
    request, tg_argv[0], record_id, deed, was, becomes, line);
  return null;
end $$;
