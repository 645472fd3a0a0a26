/** Fields of a gateway's file of payouts, and the headings of Midtrans and Xendit by which its columns are recognised. */
import type { ImportFields } from '../user/import/columns.ts';

export const payoutFields = {
  payout: {
    label: 'Payout',
    names: ['payoutid', 'payoutreference', 'payoutno', 'payout', 'idpayout', 'withdrawalid', 'idpenarikan', 'disbursementid', 'settlementid', 'settlementbatchid', 'batchid'], // prettier-ignore
  },
  paidOutOn: {
    label: 'Paid out on',
    names: ['payoutdate', 'payoutdatetime', 'paidoutat', 'paidouton', 'tanggalpayout', 'tanggalpenarikan', 'withdrawaldate', 'settlementdate', 'settlementtime', 'settlementdatetime', 'estimatedsettlementtime', 'tanggalsettlement', 'waktusettlement', 'settledat'], // prettier-ignore
    isRequired: true,
  },
  reference: {
    label: 'Order id',
    names: [
      'orderid',
      'merchantorderid',
      'idorder',
      'idpesanan',
      'referenceid',
      'reference',
      'externalid',
      'invoiceid',
    ],
    isRequired: true,
  },
  transaction: {
    label: 'Transaction id',
    names: ['transactionid', 'txnid', 'idtransaksi', 'wallettransactionid', 'paymentid', 'productid'],
  },
  kind: { label: 'Type', names: ['type', 'transactiontype', 'tipe', 'tipetransaksi', 'jenis', 'jenistransaksi'] },
  at: {
    label: 'Transaction time',
    names: ['transactiontime', 'transactiondate', 'transactiondatetime', 'datetime', 'datetimetransaction', 'date', 'created', 'createddate', 'createdat', 'timestamp', 'tanggaltransaksi', 'waktutransaksi'], // prettier-ignore
  },
  gross: {
    label: 'Amount',
    names: [
      'amount',
      'grossamount',
      'gross',
      'transactionamount',
      'totalamount',
      'jumlah',
      'nominal',
      'nilaitransaksi',
    ],
    isRequired: true,
  },
  fee: {
    label: 'Fee',
    names: ['fee', 'totalfee', 'fees', 'mdr', 'transactionfee', 'merchantfee', 'xenditfee', 'midtransfee', 'biaya', 'biayatransaksi', 'biayalayanan'], // prettier-ignore
  },
  tax: { label: 'VAT of the fee', names: ['vat', 'feevat', 'vatfee', 'valueaddedtax', 'ppn', 'ppnbiaya', 'tax'] },
  net: {
    label: 'Net amount',
    names: ['netamount', 'nettamount', 'nett', 'net', 'settlementamount', 'payoutamount', 'amountreceived', 'jumlahbersih', 'nilaibersih', 'danaditerima'], // prettier-ignore
  },
} as const satisfies ImportFields;

/** Labels of the columns that a file lacks. */
export function missingPayoutColumns(columns: readonly string[]): string[] {
  const missing = Object.entries<ImportFields[string]>(payoutFields).flatMap(([key, { label, isRequired }]) =>
    isRequired && !columns.includes(key) ? [label] : [],
  );
  if (!columns.includes('fee') && !columns.includes('net')) missing.push('Fee or Net amount');
  return missing;
}
