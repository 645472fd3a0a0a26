-- Codes of seats that a partial refund paid back: nobody can claim them any more.
alter table voucher_code add column closed_at timestamptz;
grant update (closed_at) on voucher_code to lectern_app;

create or replace function seat_is_open() returns trigger language plpgsql as $$
begin
  if new.released_at is null and exists (select from voucher where tenant = new.tenant and id = new.voucher_id
      and order_id is not null and (new.code is null or not is_active or exists (
        select from voucher_code where tenant = new.tenant and code = new.code and closed_at is not null))) then
    raise exception 'This is no code of a seat that is paid' using errcode = 'HT409';
  end if;
  return new;
end $$;
