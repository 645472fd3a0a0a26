/** Page of the simulator on which one pays, labelled as such. */
import type { Action, LinkedPayment } from './simulated-payment.ts';

const names = { midtrans: 'Midtrans', xendit: 'Xendit' };
const states: Record<Action, string> = {
  choose: 'Waiting for the payment',
  pay: 'Paid',
  'pay-less': 'Paid, with another amount',
  deny: 'Denied; it can be tried again',
  expire: 'Expired',
  refund: 'Refunded',
};
const buttons: [Action, string][] = [
  ['pay', 'Pay'],
  ['choose', 'Choose a method, pay later'],
  ['deny', 'Let the payment be denied'],
  ['pay-less', 'Pay Rp1 too little'],
  ['expire', 'Let it expire'],
];

const money = (amount: number) => `Rp${amount.toLocaleString('id-ID')}`;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function payPage({ gateway, reference, amount }: LinkedPayment, status: Action | undefined): string {
  const isOpen = status === undefined || status === 'choose' || status === 'deny';
  const choices = isOpen ? buttons : status === 'expire' || status === 'refund' ? [] : [['refund', 'Refund'] as const];
  const title = `Simulator of ${names[gateway]}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>
  :root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
  .label { background: #fde68a; color: #713f12; padding: .5rem .75rem; border-radius: .375rem } b { font-size: 1.75rem }
  code { overflow-wrap: anywhere } button { display: block; width: 100%; font: inherit; padding: .5rem; margin: .5rem 0; cursor: pointer }
</style><body><p class="label"><strong>${title}</strong><br>No real money: this page only pretends.</p>
<p><b>${money(amount)}</b><br><code>${escaped(reference)}</code></p><p role="status">${status ? states[status] : 'Not paid'}</p>
<form method="post">${choices.map(([action, label]) => `<button name="action" value="${action}">${label}</button>`).join('')}</form></body></html>`;
}
