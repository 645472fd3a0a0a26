-- Places that moved to another course, or that wait for one (docs/decisions/0132). Orders keep what was bought: the current
-- transfer of an order's course says where its place is now.
create table place_transfer (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  -- All places that moved with one call.
  move_id uuid not null,
  user_id uuid not null,
  -- Course that was bought, which an order names even if it was deleted.
  bought_course_id uuid not null,
  from_course_id uuid,
  -- Null: the place waits, or the course was deleted.
  to_course_id uuid,
  is_deferred boolean not null,
  -- Paid order of the place; null: none is known here.
  order_id uuid,
  -- Rupiah that the place counts for from now on; null: nothing was paid for it here.
  value int check (value >= 0),
  -- Price of the course less what the place counted for: above 0 to pay, below 0 to refund.
  difference int,
  waive_reason text,
  -- Time of the membership that ended, with microseconds; null: the place waited.
  assigned_at timestamptz,
  -- Transfer that this one continues.
  previous_id uuid,
  -- What was copied or moved to the course: {lessons: [id], attempts: [[quiz, attempt]], submissions: [[id, former attempt]]}.
  kept jsonb not null default '{}',
  is_current boolean not null default true,
  moved_at timestamptz not null default now(),
  moved_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  undone_at timestamptz,
  primary key (tenant, id),
  check (not is_deferred or to_course_id is null),
  check (not is_current or undone_at is null),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, from_course_id) references course on delete set null (from_course_id),
  foreign key (tenant, to_course_id) references course on delete set null (to_course_id),
  foreign key (tenant, order_id) references "order" on delete set null (order_id)
);
call tenant_table('place_transfer', 'select, insert, update');
create index place_transfer_by_user on place_transfer (tenant, user_id, id);
create index place_transfer_by_move on place_transfer (tenant, move_id);
create index place_transfer_by_order on place_transfer (tenant, order_id, bought_course_id) where order_id is not null;
create index place_transfer_by_target on place_transfer (tenant, to_course_id) where to_course_id is not null;
create index place_transfer_by_source on place_transfer (tenant, from_course_id) where from_course_id is not null;
create index place_transfer_waiting on place_transfer (tenant, from_course_id, id) where is_current and is_deferred;

-- The undo of a transfer deletes the results that it copied.
grant delete on lesson_completion, quiz_attempt to lectern_app;
