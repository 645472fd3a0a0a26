-- Orders of one person, newest first.
create index order_by_user on "order" (tenant, user_id, created_at desc, id desc);
