-- The story of a person: what is stored under their e-mail address, whatever its state.
drop index desk_order_by_email;
create index desk_order_by_email on desk_order (tenant, user_email);
create index calendar_invitation_by_email on calendar_invitation (tenant, email);
