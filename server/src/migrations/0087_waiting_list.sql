-- Capacity of courses, and their waiting lists (docs/decisions/0133).

-- ── Capacity ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Whoever adds members writes `total_members` (count_members_in): of two that want the last place, one waits for the
-- course's row and sees the other. A course that is over its capacity already may lose members.
create function keep_capacity() returns trigger language plpgsql as $$
begin
  if new.total_members > old.total_members then
    raise exception 'This course is full: % of % places are taken', old.total_members, new.capacity using errcode = 'HT409';
  end if;
  raise exception 'More members than % are assigned already; unassign some first', new.capacity using errcode = 'HT409';
end $$;
create trigger keep_capacity before update of total_members, capacity on course for each row
  when (new.total_members > new.capacity
    and (new.total_members > old.total_members or new.capacity is distinct from old.capacity))
  execute function keep_capacity();

-- What holds places beside members and offers: orders that are not paid yet, codes of companies that nobody has claimed.
alter table brand_setting add column held_seats text[] not null default '{}' check (held_seats <@ array['orders', 'codes']);

-- ── Waiting lists ────────────────────────────────────────────────────────────────────────────────────────────────────
-- Who left keeps the row, so that an undo gives the place in the list back.
create table course_waiting (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  course_id uuid not null,
  user_id uuid not null,
  -- Paid order for which no place was left; who paid comes first.
  order_id uuid,
  note text not null default '',
  added_at timestamptz not null default now(),
  -- The last offer. Its hours count again for the next person when it ends.
  offered_at timestamptz,
  offer_ends_at timestamptz,
  offer_hours int check (offer_hours between 1 and 336),
  offered_by text check (offered_by in ('mail', 'link')),
  -- Why others who came first were passed over.
  offer_reason text not null default '',
  -- Why no place is offered any more by itself.
  skipped text check (skipped in ('expired', 'inactive')),
  left_at timestamptz,
  left_as text check (left_as in ('joined', 'removed', 'refunded')),
  primary key (tenant, id),
  foreign key (tenant, course_id) references course on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, order_id) references "order" on delete set null (order_id),
  check ((left_at is null) = (left_as is null)),
  check (num_nulls(offered_at, offer_ends_at, offer_hours, offered_by) in (0, 4))
);
call tenant_table('course_waiting');
call audited('course_waiting');
create unique index course_waiting_once on course_waiting (tenant, course_id, user_id) where left_at is null;
create index course_waiting_by_place on course_waiting (tenant, course_id, (order_id is null), added_at, id) where left_at is null;
create index course_waiting_by_course on course_waiting (tenant, course_id, user_id, left_at desc);
create index course_waiting_by_user on course_waiting (tenant, user_id);
create index course_waiting_by_order on course_waiting (tenant, order_id) where order_id is not null;
create index course_waiting_by_end on course_waiting (tenant, offer_ends_at) where left_at is null and skipped is null;

-- However they got into the course.
create function leave_waiting_list() returns trigger language plpgsql as $$
begin
  update course_waiting waiting set left_at = now(), left_as = 'joined' from changed
    where waiting.tenant = changed.tenant and waiting.course_id = changed.course_id and waiting.user_id = changed.user_id
      and waiting.left_at is null;
  return null;
end $$;
create trigger leave_waiting_list after insert on course_user referencing new table as changed
  for each statement execute function leave_waiting_list();

create function leave_waiting_list_unpaid() returns trigger language plpgsql as $$
begin
  update course_waiting waiting set left_at = now(), left_as = 'refunded' from come join gone on gone.tenant = come.tenant and gone.id = come.id
    where waiting.tenant = come.tenant and waiting.order_id = come.id and waiting.left_at is null
      and gone.status = 'paid' and come.status <> 'paid';
  return null;
end $$;
create trigger leave_waiting_list after update on "order" referencing old table as gone new table as come
  for each statement execute function leave_waiting_list_unpaid();
