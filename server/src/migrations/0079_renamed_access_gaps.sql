-- Paid and access is searched by the present name, e-mail and phone of the member, not by those of the last check.
create function access_gap_search(of_tenant text, of_user uuid, product_name text, of_order uuid) returns text language sql stable as $$
  select concat_ws(' ',
    (select search from "user" where tenant = of_tenant and id = of_user),
    search_text(product_name),
    (select search_text(invoice_number) from "order" where tenant = of_tenant and id = of_order))
$$;
create function rename_access_gaps() returns trigger language plpgsql as $$
begin
  update access_gap set search = access_gap_search(tenant, user_id, product_name, order_id)
    where tenant = new.tenant and user_id = new.id;
  return null;
end $$;
create trigger rename_access_gaps after update of name, email, phone_number on "user" for each row
  when (old.search is distinct from new.search) execute function rename_access_gaps();

alter table access_gap disable trigger user;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update access_gap set search = access_gap_search(tenant, user_id, product_name, order_id)
      where tenant = brand and search <> access_gap_search(tenant, user_id, product_name, order_id);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table access_gap enable trigger user;
