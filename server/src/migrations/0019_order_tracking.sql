-- The tracking documents of the embedded mode, kept and ordered as Firestore keeps and orders them (order-tracking.md).

-- ── Firestore's order as bytes ─────────────────────────────────────────────────────────────────────────────────────
-- A typed value of the wire, such as {"integerValue": "5"}, becomes bytes that compare as Firestore compares values:
-- first by type (the leading byte), then by value. Null for a type that is not kept: reference, geo point, list, map.

-- Doubles as their bits, negatives inverted. A whole number that no double holds keeps its distance from the nearest one.
create function firestore_number_key(number float8, whole bigint default null) returns bytea language sql immutable parallel safe
return (
  with nearest as (select ('x' || encode(float8send(number + 0.0), 'hex'))::bit(64)::bigint as bits)
  select int8send(case when bits < 0 then ~bits else bits # (-9223372036854775808)::bigint end)
    || int2send((1024 + case when whole is null then 0
      when number >= 9223372036854775808 then whole - 9223372036854775807 - 1
      else whole - number::bigint end)::smallint)
  from nearest);

-- Seconds since the year 1, then nanoseconds: a stored moment has whole microseconds, a literal in a filter may be finer.
create function firestore_moment_key(moment text) returns bytea language sql immutable parallel safe
return int8send(62135596800 + extract(epoch from regexp_replace(moment, '\.\d+', '')::timestamptz)::bigint)
  || int4send(rpad(coalesce(substring(moment from '\.(\d{1,9})'), '0'), 9, '0')::int);

create function firestore_order_key(value jsonb) returns bytea language sql immutable parallel safe
return case
  when value ? 'nullValue' then '\x10'::bytea
  when value ? 'booleanValue' then case when (value ->> 'booleanValue')::boolean then '\x21'::bytea else '\x20'::bytea end
  when value ->> 'doubleValue' = 'NaN' then '\x30'::bytea
  when value ? 'doubleValue' then '\x31'::bytea || firestore_number_key((value ->> 'doubleValue')::float8)
  when value ? 'integerValue' then '\x31'::bytea
    || firestore_number_key((value ->> 'integerValue')::bigint::float8, (value ->> 'integerValue')::bigint)
  when value ? 'timestampValue' then '\x40'::bytea || firestore_moment_key(value ->> 'timestampValue')
  when value ? 'stringValue' then '\x50'::bytea || convert_to(value ->> 'stringValue', 'UTF8')
  when value ? 'bytesValue' then '\x60'::bytea || decode(value ->> 'bytesValue', 'base64')
end;

-- ── The documents ──────────────────────────────────────────────────────────────────────────────────────────────────
-- `fields` is the document as on the wire, but for `status`: that is a column of its own, so that the grants can say
-- what the rules say, that a status is all that is ever written here. The sizes keep every index entry below a page's third.
create table tracking_document (
  tenant text not null default current_tenant(),
  collection text collate "C" not null check (collection in ('order_staging', 'customer_service_number')),
  id text collate "C" not null check (octet_length(id) between 1 and 1500 and id !~ '/|^\.\.?$|^__.*__$'),
  fields jsonb not null check (jsonb_typeof(fields) = 'object' and not fields ? 'status'),
  status jsonb,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  -- Null when the document has no `timestamp`: then no list that is ordered by it shows it, and no count counts it.
  order_key bytea generated always as (firestore_order_key(fields -> 'timestamp')) stored check (octet_length(order_key) <= 512),
  user_email text collate "C" generated always as (fields #>> '{user_email,stringValue}') stored check (octet_length(user_email) <= 512),
  customer_service_phone text collate "C"
    generated always as (fields #>> '{customer_service_number,mapValue,fields,phone,stringValue}') stored
    check (octet_length(customer_service_phone) <= 128),
  -- The status as text, cut so that it can be indexed: longer than any status of ours. A status that is no text is none.
  status_text text collate "C" generated always as (left(status ->> 'stringValue', 64)) stored,
  primary key (tenant, collection, id),
  constraint timestamp_type check (fields -> 'timestamp' is null or order_key is not null),
  constraint timestamp_precision check (fields #>> '{timestamp,timestampValue}' !~ '\.\d{6}\d*[1-9]')
);
call tenant_table('tracking_document', 'select');
grant update (status, update_time) on tracking_document to lectern_app;
create index tracking_document_listed on tracking_document (tenant, collection, order_key, id);
create index tracking_document_by_email on tracking_document (tenant, collection, user_email, order_key, id);
create index tracking_document_by_phone on tracking_document (tenant, collection, customer_service_phone, order_key, id);
create index tracking_document_by_status on tracking_document (tenant, collection, status_text, order_key, id);
create index tracking_document_by_phone_status
  on tracking_document (tenant, collection, customer_service_phone, status_text, order_key, id);

-- Documents come from elsewhere; people only change their status here.
call audited('tracking_document', events => 'update', with_delete => false);

-- Total of the unfiltered list: the orders that have a timestamp. Whether one has it never changes.
create function keep_listed_count() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into row_count as kept (tenant, table_name, slot, n)
    select tenant, 'tracking_document', pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed where collection = 'order_staging' and order_key is not null group by tenant
    on conflict (tenant, table_name, slot) do update set n = kept.n + excluded.n;
  return null;
end $$;
revoke execute on function keep_listed_count() from public;
create trigger keep_count_in after insert on tracking_document
  referencing new table as changed for each statement execute function keep_listed_count();
create trigger keep_count_out after delete on tracking_document
  referencing old table as changed for each statement execute function keep_listed_count();
