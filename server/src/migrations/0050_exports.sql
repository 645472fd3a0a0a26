-- Exports of people beside those of orders (docs/decisions/0097). Names are kept by the name of their filter.
alter table data_export add column kind text not null default 'orders' check (kind in ('orders', 'people'));
alter table data_export alter column names set default '{}';
update data_export set names = jsonb_strip_nulls(jsonb_build_object('userId', names -> 'user', 'productId', names -> 'product'));

do $$
begin
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'order-export-begun'$q$,
    $q$'order-export-begun', 'people-export-begun'$q$);
end $$;
