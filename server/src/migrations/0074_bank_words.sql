-- Banks of statements, and reasons to ignore a line.
alter table bank_statement add check (bank in ('BCA', 'Mandiri', 'BNI', 'BRI', 'other'));
alter table bank_line add check (reason in ('income', 'payout', 'own', 'back', 'salary', 'interest', 'out', 'other'));
alter table bank_line add check (former_status in ('unpaid', 'pending', 'expired', 'failed'));
