-- A discount's value is called so, as a voucher's will be; `discount` stays its name on the wire.
alter table discount rename discount to value;

do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update audit set before = before - 'discount' || jsonb_build_object('value', before -> 'discount')
      where entity = 'discount' and before ? 'discount';
    update audit set after = after - 'discount' || jsonb_build_object('value', after -> 'discount')
      where entity = 'discount' and after ? 'discount';
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
