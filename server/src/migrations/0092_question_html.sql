-- Formatted text of questions and explanations (docs/decisions/0139); null: only the plain text.
alter table question add column question_html text, add column explanation_html text;
