-- Lists of people by their consent.
drop index concurrently if exists marketing_consent_by_state;
create index concurrently marketing_consent_by_state on marketing_consent (tenant, channel, state, user_id);
