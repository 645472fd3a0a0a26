-- Orders of one status, newest first; their number and a page far down are read in this index alone.
create index order_by_status on "order" (tenant, status, created_at desc, id desc);
