-- End of a period as a moment (contract/src/price.ts, `endOf`): a whole minute is included, a time with seconds is exact.
-- Immutable operations only, so that queries inline it.
create function period_end(end_date timestamptz) returns timestamptz language sql immutable parallel safe
  return case when date_trunc('minute', end_date at time zone 'UTC') = end_date at time zone 'UTC'
    then (end_date at time zone 'UTC' + interval '1 minute') at time zone 'UTC' else end_date end;
