-- The address on a certificate's PDF comes from the configuration whenever the PDF is drawn (decision 0066). This column held
-- what the Host header of a request named.
alter table certificate drop column origin;
