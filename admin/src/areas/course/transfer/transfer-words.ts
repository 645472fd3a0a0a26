/** Effects of a transfer in words: for each person, and for all. Pure. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { MovingPerson, TransferCourse, previewTransfer } from '#contract/user/transfer.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';

type Preview = Reply<typeof previewTransfer>;

/** Choices of the dialog that change the words. */
export interface Choices {
  keepsProgress: boolean;
  keepsSubmissions: boolean;
  isWaived: boolean;
}

/** Payment of a place and what is left to settle. */
export function moneyOf({ paidBy, order, value, difference }: MovingPerson, isWaived: boolean): string {
  if (paidBy === 'company') return 'Seat of a company: nothing to settle';
  if (value === null) return 'No payment known: nothing to settle';
  const counts = `Worth ${formatMoney(value)}${order ? ` (${order.invoiceNumber})` : ''}`;
  if (difference === null) return `${counts}, settled when it moves on`;
  if (difference === 0) return `${counts}, same price`;
  const amount = formatMoney(Math.abs(difference));
  if (isWaived) return `${counts}; difference of ${amount} waived`;
  return `${counts}; ${amount} ${difference > 0 ? 'to pay' : 'to refund'}`;
}

/** Results of a person that go along, and those that stay. */
export function resultsOf(person: MovingPerson, { to }: Preview, choices: Choices): string {
  const { results, keptResults, submissions, attendances } = person;
  const isGoing = choices.keepsSubmissions && to?.hasProject;
  const parts = [
    to && results > 0 && (choices.keepsProgress ? `${formatNumber(keptResults)} of ${counted(results, 'result', 'results')} kept` : 'starts again'),
    to && submissions > 0 && `${counted(submissions, 'submission', 'submissions')} ${isGoing ? 'moved' : 'left behind'}`,
    attendances > 0 && counted(attendances, 'attendance stays', 'attendances stay'),
  ].filter((part) => typeof part === 'string'); // prettier-ignore
  return parts.join(' · ');
}

const invitationsOf = ({ invitations, name }: TransferCourse, verb: string) =>
  invitations > 0 ? [`Invitations to ${counted(invitations, 'class', 'classes')} of “${name}” are ${verb}.`] : [];

/** Rules of certificates after the move. */
function certificateWords(from: TransferCourse, to: TransferCourse, people: readonly MovingPerson[]): string[] {
  const issued = people.filter(({ hasCertificate }) => hasCertificate).length;
  return [
    to.hasCertificate
      ? `The certificate of “${to.name}” follows its own rules, with a passing score of ${to.passingScore}; what is kept counts, attendance of “${from.name}” does not.`
      : `“${to.name}” gives no certificate.`,
    ...(issued > 0 ? [`${counted(issued, 'certificate', 'certificates')} of “${from.name}” stay valid.`] : []),
  ];
}

/** Effects on all who move. */
export function effectsOf({ from, to, people }: Preview): string[] {
  if (!to)
    return [
      `Their access to “${from.name}” ends; payments, results and attendance stay. They wait on this page until you move them on.`,
      ...invitationsOf(from, 'cancelled'),
    ];
  return [
    ...(to.isPublished ? [] : [`“${to.name}” is a draft: members can open it once it is published.`]),
    ...invitationsOf(from, 'cancelled'),
    ...invitationsOf(to, 'sent'),
    ...certificateWords(from, to, people),
  ];
}

/** Sums to settle; empty if there is nothing. */
export const sumsOf = ({ toPay, toRefund }: Preview): string =>
  [toPay > 0 && `${formatMoney(toPay)} to pay`, toRefund > 0 && `${formatMoney(toRefund)} to refund`]
    .filter(Boolean)
    .join(', ');
