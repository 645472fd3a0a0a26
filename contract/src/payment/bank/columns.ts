/** Columns of bank statements: their fields, and the headings by which those of BCA, Mandiri, BNI and BRI are recognised. */
import type { ImportFields } from '../../user/import/columns.ts';

export const statementFields = {
  bookedOn: { label: 'Date', names: ['tanggal', 'tanggaltransaksi', 'tgl', 'tgltransaksi', 'tgltran', 'date', 'postdate', 'postingdate', 'transactiondate', 'tanggalposting', 'bookingdate'], isRequired: true }, // prettier-ignore
  description: { label: 'Description', names: ['keterangan', 'description', 'uraian', 'deskripsi', 'remarks', 'remark', 'desktran', 'uraiantransaksi', 'transactiondescription', 'rinciantransaksi', 'keterangantransaksi'], isRequired: true }, // prettier-ignore
  details: { label: 'More of the description', names: ['description2', 'keterangan2', 'additionaldesc', 'additionaldescription', 'berita', 'catatan', 'narrative'] }, // prettier-ignore
  counterparty: { label: 'Payer or payee', names: ['nama', 'namapengirim', 'pengirim', 'counterparty', 'sender', 'sendername', 'namapenerima', 'namatujuan'] }, // prettier-ignore
  reference: { label: 'Reference', names: ['referenceno', 'reference', 'referensi', 'noreferensi', 'noref', 'nomorreferensi', 'journalno', 'nojurnal', 'journal', 'seq', 'trxid', 'refno'] }, // prettier-ignore
  amount: { label: 'Amount', names: ['jumlah', 'amount', 'nominal', 'mutasi', 'nilai'] },
  direction: { label: 'DB or CR', names: ['dbcr', 'crdb', 'dk', 'dc', 'cd', 'debitkredit', 'jenis', 'type'] },
  credit: { label: 'Money in', names: ['kredit', 'credit', 'creditamount', 'kreditamount', 'mutasikredit', 'danamasuk', 'danamasukidr', 'uangmasuk'] }, // prettier-ignore
  debit: { label: 'Money out', names: ['debit', 'debet', 'debitamount', 'debetamount', 'mutasidebet', 'mutasidebit', 'danakeluar', 'danakeluaridr', 'uangkeluar'] }, // prettier-ignore
  balance: { label: 'Balance', names: ['saldo', 'balance', 'closebalance', 'saldoidr', 'saldoakhirmutasi', 'saldoakhir', 'closingbalance', 'runningbalance'] }, // prettier-ignore
  account: { label: 'Account number', names: ['accountno', 'accountnumber', 'account', 'norek', 'norekening', 'nomorrekening', 'rekening'] }, // prettier-ignore
} as const satisfies ImportFields;

/** Labels of the fields that columns lack. */
export function missingOfStatement(columns: readonly string[]): string[] {
  const required = (['bookedOn', 'description'] as const).filter((field) => !columns.includes(field));
  const hasAmount = columns.includes('amount') || columns.includes('credit');
  return [...required.map((field) => statementFields[field].label), ...(hasAmount ? [] : ['Amount or Money in'])];
}
