-- Webhooks: what happened (`event`), where it is sent (`webhook`), and what became of it (`webhook_delivery`); decision 0102.

create table webhook (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Who is written to when it is disabled.
  set_by uuid,
  -- Nothing is sent while it is disabled; its events wait.
  disabled_at timestamptz,
  disabled_because text,
  secret_changed_at timestamptz not null default now(),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, set_by) references "user" on delete set null (set_by),
  check ((disabled_at is null) = (disabled_because is null))
);
call tenant_table('webhook');
call audited('webhook');
create trigger touch before update on webhook for each row execute function touch();
create index webhook_by_user on webhook (tenant, set_by);

-- Secrets that sign now, sealed: the current one, and the former one until it expires.
create table webhook_secret (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  webhook_id uuid not null,
  secret text not null,
  expires_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, webhook_id) references webhook on delete cascade
);
call tenant_table('webhook_secret');
create index webhook_secret_by_webhook on webhook_secret (tenant, webhook_id);

-- How the last attempts went. Not in `webhook`: it is no change by anybody.
create table webhook_status (
  tenant text not null default current_tenant(),
  webhook_id uuid not null,
  -- Since when nothing was delivered; null: the last attempt succeeded.
  failing_since timestamptz,
  -- Until when nothing more is tried.
  rests_until timestamptz,
  last_attempt_at timestamptz not null default now(),
  last_delivered_at timestamptz,
  last_error text,
  primary key (tenant, webhook_id),
  foreign key (tenant, webhook_id) references webhook on delete cascade
);
call tenant_table('webhook_status');

-- Ordered by id. Written only where a webhook wants the type.
create table event (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  type text not null,
  -- Deliveries about one record keep their order: a member, order, course, submission, certificate or batch.
  record_id uuid not null,
  data jsonb not null,
  at timestamptz not null default now(),
  primary key (tenant, id)
);
call tenant_table('event', 'select, insert, delete');
create index event_by_record on event (tenant, record_id);
create index event_by_age on event (tenant, at);

create table webhook_delivery (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  webhook_id uuid not null,
  event_id uuid not null,
  -- Copied from the event, for the indexes.
  type text not null,
  record_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Not before this moment. Who sends it moves it ahead, so that nobody else sends it at the same time.
  next_at timestamptz not null default now(),
  attempts int not null default 0,
  -- The last attempts (contract/src/integration/webhooks.ts).
  log jsonb not null default '[]',
  primary key (tenant, id),
  unique (tenant, event_id, webhook_id),
  foreign key (tenant, event_id) references event on delete cascade,
  foreign key (tenant, webhook_id) references webhook on delete cascade
);
call tenant_table('webhook_delivery');
-- What the list is filtered by stands behind the event.
create index webhook_delivery_list on webhook_delivery (tenant, webhook_id, event_id, state, type);
create index webhook_delivery_waiting on webhook_delivery (tenant, webhook_id, event_id) where state = 'pending';
create index webhook_delivery_of_record on webhook_delivery (tenant, webhook_id, record_id, event_id) where state = 'pending';

-- ── Triggers that write events ───────────────────────────────────────────────────────────────────────────────────────
-- Writes events after each statement of `operation` on a table. `kinds`: SQL list of the types that a row is, null where
-- it is not; `record_id` and `data`: of the row `come`, which is `gone` before an update, or alone in a deletion.
-- Without nested loops: a plan that is kept from a statement of one row would compare all rows of a large one with all.
create procedure emits(target regclass, operation text, all_kinds text[], kinds text, record_id text, data text) language plpgsql as $$
declare
  called constant text := format('emit_%s_%s', trim(both '"' from target::text), operation);
  source constant text := case operation when 'update' then 'come join gone using (tenant, id)' when 'insert' then 'come' else 'gone as come' end;
begin
  execute format($create$
    create function %1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
      set enable_nestloop = off as $body$
    begin
      if not exists (select from webhook where events && %2$L::text[]) then return null; end if;
      with changed as materialized (
        select tenant, new_id() as id, event_type as type, (%3$s) as record_id, (%4$s) as data
          from %5$s cross join lateral unnest(array[%6$s]) as described (event_type) where event_type is not null
      ), recorded as (
        insert into event (tenant, id, type, record_id, data)
          select tenant, id, type, record_id, data from changed
            where exists (select from webhook where webhook.tenant = changed.tenant and changed.type = any (events))
          returning tenant, id, type, record_id
      ), queued as (
        insert into webhook_delivery (tenant, webhook_id, event_id, type, record_id)
          select recorded.tenant, webhook.id, recorded.id, recorded.type, recorded.record_id
            from recorded join webhook on webhook.tenant = recorded.tenant and recorded.type = any (events)
          returning tenant
      )
      insert into outbox (tenant, job, ids) select distinct tenant, 'deliver-webhooks', '{}'::jsonb from queued;
      return null;
    end $body$ $create$, called, all_kinds, record_id, data, source, kinds);
  execute format('revoke execute on function %I() from public', called);
  execute format('create trigger %I after %s on %s referencing %s for each statement execute function %1$I()', called, operation, target,
    case operation when 'insert' then 'new table as come' when 'delete' then 'old table as gone' else 'old table as gone new table as come' end);
end $$;

create function external_id_of(of_tenant text, user_id uuid) returns text language sql stable as $$
  select external_id from "user" where tenant = of_tenant and id = user_id
$$;

do $$
declare
  member constant text := $sql$jsonb_build_object('memberId', come.id, 'externalId', come.external_id, 'name', come.name, 'email', come.email,
    'phoneNumber', come.phone_number, 'uoc', come.uoc, 'job', come.job, 'location', come.location, 'status', come.status)$sql$;
  an_order constant text := $sql$jsonb_build_object('orderId', come.id, 'externalId', to_jsonb(come) ->> 'external_id', 'invoiceNumber', come.invoice_number,
    'memberId', come.user_id, 'totalAmount', come.total_amount, 'status', come.status, 'paidAt', come.paid_at)$sql$;
  access constant text := $sql$jsonb_build_object('memberId', come.user_id, 'externalId', external_id_of(come.tenant, come.user_id),
    'productType', %L, 'productId', come.%I)$sql$;
  certificate constant text := $sql$jsonb_build_object('certificateId', come.code, 'memberId', come.user_id, 'courseId', come.course_id,
    'courseName', come.course_name, 'score', come.score, 'grade', come.grade, 'issuedAt', come.issued_at)$sql$;
  moved constant text := $sql$case when gone.start_at is not null and (come.start_at, come.end_at) is distinct from (gone.start_at, gone.end_at)
    then 'class.moved' end$sql$;
  times constant text := $sql$'name', come.name, 'startAt', come.start_at, 'endAt', come.end_at,
    'formerStartAt', gone.start_at, 'formerEndAt', gone.end_at$sql$;
  link record;
begin
  call emits('"user"', 'insert', '{member.created}', $sql$case when come.role = 'member' then 'member.created' end$sql$, 'come.id', member);
  call emits('"user"', 'update', '{member.updated}', $sql$case when come.role = 'member'
    and (come.external_id, come.name, come.email, come.phone_number, come.uoc, come.job, come.location, come.status)
      is distinct from (gone.external_id, gone.name, gone.email, gone.phone_number, gone.uoc, gone.job, gone.location, gone.status)
    then 'member.updated' end$sql$, 'come.id', member);

  call emits('"order"', 'insert', '{order.created,order.paid}',
    $sql$'order.created', case when come.status = 'paid' then 'order.paid' end$sql$, 'come.id', an_order);
  call emits('"order"', 'update', '{order.paid,order.cancelled,order.refunded}', $sql$case when come.status <> gone.status then case
    when come.status in ('paid', 'refunded') then 'order.' || come.status
    when come.status in ('cancelled', 'expired', 'failed') then 'order.cancelled' end end$sql$, 'come.id', an_order);

  for link in select * from (values ('course_user', 'courses', 'course_id'), ('learning_path_user', 'learning paths', 'path_id'),
      ('subscription', 'subscriptions', 'plan_id')) as links (name, product_type, product) loop
    call emits(link.name::regclass, 'insert', '{access.given}', $sql$'access.given'$sql$, 'come.user_id', format(access, link.product_type, link.product));
    call emits(link.name::regclass, 'delete', '{access.removed}', case link.name
      when 'subscription' then $sql$case when come.cancelled_at is null then 'access.removed' end$sql$ else $sql$'access.removed'$sql$ end,
      'come.user_id', format(access, link.product_type, link.product));
  end loop;
  call emits('subscription', 'update', '{access.given,access.removed}',
    $sql$case when (come.cancelled_at is null) <> (gone.cancelled_at is null)
      then case when come.cancelled_at is null then 'access.given' else 'access.removed' end end$sql$,
    'come.user_id', format(access, 'subscriptions', 'plan_id'));

  call emits('course', 'update', '{course.published,course.unpublished}', $sql$case when come.is_published <> gone.is_published
    then case when come.is_published then 'course.published' else 'course.unpublished' end end$sql$,
    'come.id', $sql$jsonb_build_object('courseId', come.id, 'name', come.name, 'slug', come.slug, 'price', come.price)$sql$);
  call emits('course_section', 'update', '{class.moved}', moved, 'come.course_id',
    $sql$jsonb_build_object('courseId', come.course_id, 'sectionId', come.id, 'lessonId', null, $sql$ || times || ')');
  call emits('lesson', 'update', '{class.moved}', replace(moved, 'case when', $sql$case when come.type = 'LIVE_CLASS' and $sql$),
    '(select course_id from course_section section where section.tenant = come.tenant and section.id = come.section_id)',
    $sql$jsonb_build_object('courseId', (select course_id from course_section section
      where section.tenant = come.tenant and section.id = come.section_id), 'sectionId', come.section_id, 'lessonId', come.id, $sql$ || times || ')');

  call emits('project_submission', 'update', '{submission.reviewed}', $sql$case when come.status = 'checked'
    and (come.status, come.review_score) is distinct from (gone.status, gone.review_score) then 'submission.reviewed' end$sql$, 'come.id',
    $sql$jsonb_build_object('submissionId', come.id, 'memberId', come.user_id, 'productType', case when come.path_id is null then 'COURSE' else 'PATH' end,
      'productId', coalesce(come.course_id, come.path_id), 'attempt', come.attempt, 'reviewScore', come.review_score)$sql$);

  call emits('certificate', 'insert', '{certificate.issued}', $sql$case when come.status = 'issued' then 'certificate.issued' end$sql$, 'come.id', certificate);
  call emits('certificate', 'update', '{certificate.issued,certificate.revoked}',
    $sql$case when come.status <> gone.status and come.status <> 'pending' then 'certificate.' || come.status end$sql$, 'come.id', certificate);

  call emits('batch', 'update', '{batch.finished}', $sql$case when come.state <> 'running' and gone.state = 'running' then 'batch.finished' end$sql$, 'come.id',
    $sql$jsonb_build_object('batchId', come.id, 'kind', come.kind, 'state', come.state, 'isUndo', come.is_undo, 'total', come.total,
      'done', come.done, 'skipped', come.skipped, 'failed', come.failed)$sql$);
end $$;
