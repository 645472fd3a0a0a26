-- Last change of each product of the catalogue, and of each discount, for programs that keep a copy (docs/decisions/0100).
-- A row stays when its record is deleted.

create table catalogue_change (
  tenant text not null default current_tenant(),
  -- Table of the record.
  kind text collate "C" not null check (kind in ('course', 'learning_path', 'subscription_plan', 'product', 'discount')),
  id uuid not null,
  at timestamptz not null,
  -- Transaction of the change: one that began earlier may commit later, so that a moment cannot tell what a reader has seen.
  changed_in bigint not null,
  primary key (tenant, kind, id)
);
call tenant_table('catalogue_change', 'select');
create index catalogue_change_by_transaction on catalogue_change (tenant, changed_in, kind, id);

-- note_catalogue_change(kind, column with its id): of the row.
create function note_catalogue_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  insert into catalogue_change as kept (tenant, kind, id, at, changed_in)
    values (changed ->> 'tenant', tg_argv[0], (changed ->> tg_argv[1])::uuid, clock_timestamp(), pg_current_xact_id()::text::bigint)
    on conflict (tenant, kind, id) do update set at = excluded.at, changed_in = excluded.changed_in;
  return null;
end $$;
revoke execute on function note_catalogue_change() from public;

do $$
declare
  kind text;
  columns text;
  link text;
  item text;
begin
  for kind, columns, link, item in values
    ('course', 'name, slug, price, is_published', 'discount_course', 'course_id'),
    ('learning_path', 'name, slug, price, is_published', 'discount_path', 'path_id'),
    ('subscription_plan', 'name, price, is_published', 'discount_plan', 'plan_id'),
    ('product', 'name, price, is_published', 'discount_product', 'product_id'),
    ('discount', 'value, discount_type, start_date, end_date, is_active', null, null)
  loop
    execute format('create trigger note_catalogue_change after insert or delete on %I for each row execute function note_catalogue_change(%L, %L)', kind, kind, 'id');
    execute format('create trigger note_catalogue_update after update of %1$s on %2$I for each row
      when ((%3$s) is distinct from (%4$s)) execute function note_catalogue_change(%2$L, %5$L)',
      columns, kind, regexp_replace(columns, '(\w+)', 'old.\1', 'g'), regexp_replace(columns, '(\w+)', 'new.\1', 'g'), 'id');
    -- A link is added or removed, never changed.
    if link is not null then
      execute format('create trigger note_catalogue_change after insert or delete on %I for each row execute function note_catalogue_change(%L, %L)', link, kind, item);
    end if;
    -- As the owner, a statement sees one tenant at a time; as a superuser, all of them.
    declare
      brand text;
    begin
      foreach brand in array array['coding', 'cyber', 'data'] loop
        perform set_config('app.tenant', brand, true);
        execute format('insert into catalogue_change (tenant, kind, id, at, changed_in)
          select tenant, %1$L, id, updated_at, pg_current_xact_id()::text::bigint from %1$I where tenant = %2$L', kind, brand);
      end loop;
      perform set_config('app.tenant', '', true);
    end;
  end loop;
end $$;
