/** Price of the basket step by step, and why other rules do not apply. */
import { Skeleton, Text } from '@mantine/core';
import type { OrderQuote } from '#contract/order/new-order.ts';
import { whatsAppLinkWith } from '#contract/order/whatsapp.ts';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { formatSignedMoney } from '#contract/kernel/rupiah.ts';
import amounts from '../order-amounts.module.css';
import classes from './new-order.module.css';

type Line = OrderQuote['lines'][number];

const stepNames: Readonly<Record<Line['kind'], string>> = {
  'list price': '',
  discount: 'Discount',
  voucher: 'Voucher',
  floor: 'Lowest price',
  rounding: 'Rounded down to the rupiah',
  'unique code': 'Unique code',
};

export const labelOf = ({ kind, label }: Line) => [stepNames[kind], label].filter(Boolean).join(' ');

interface Props {
  quote: OrderQuote | undefined;
  isEmpty: boolean;
  member: { name: string; phoneNumber: string } | undefined;
}

export function Price({ quote, isEmpty, member }: Props) {
  return (
    <Section title="Price">
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          Choose a product to see its price, step by step.
        </Text>
      ) : quote ? (
        <>
          <Waterfall quote={quote} />
          <Refusals quote={quote} member={member} />
        </>
      ) : (
        <Skeleton h={120} />
      )}
    </Section>
  );
}

function Waterfall({ quote: { lines, totalAmount } }: { quote: OrderQuote }) {
  return (
    <table className={amounts['amounts']} aria-label="Price, step by step">
      <tfoot>
        {lines.map((line, index) => (
          <tr key={index}>
            <th scope="row">{labelOf(line)}</th>
            <td>{formatSignedMoney(line.amount)}</td>
          </tr>
        ))}
        <tr data-total>
          <th scope="row">To pay</th>
          <td aria-live="polite">{formatSignedMoney(totalAmount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Refusals({ quote: { refusals }, member }: { quote: OrderQuote; member: Props['member'] }) {
  if (refusals.length === 0) return null;
  return (
    <>
      <h3 className={classes['why']}>Does not apply</h3>
      <RefusalList refusals={refusals} member={member} />
    </>
  );
}

export type PricedMember = NonNullable<Props['member']>;

interface ListProps {
  refusals: OrderQuote['refusals'];
  member: Props['member'];
  /** Leaves out the sentence for the member. */
  isForStaff?: boolean;
}

export const RefusalList = ({ refusals, member, isForStaff = false }: ListProps) => (
  <ul className={classes['refusals']}>
    {refusals.map(({ kind, id, name, failures }) => (
      <li key={id}>
        <b>
          <RecordLink kind={kind} id={id} name={name} />
        </b>{' '}
        <small>{kind}</small>
        {failures.map(({ condition, text }) => (
          <p key={condition}>{text}</p>
        ))}
        {!isForStaff && <ForMember name={name} failures={failures} member={member} />}
      </li>
    ))}
  </ul>
);

interface ForMemberProps {
  name: string;
  failures: OrderQuote['refusals'][number]['failures'];
  member: Props['member'];
}

function ForMember({ name, failures, member }: ForMemberProps) {
  // One sentence per failure, duplicates removed.
  const sentences = [...new Set(failures.map((failure) => failure.member))].join(' ');
  const href = member && whatsAppLinkWith({ name: member.name, phone: member.phoneNumber }, `${name}: ${sentences}`);
  return (
    <p lang="id" className={classes['member']}>
      {sentences}
      <CopyButton text={sentences} what="answer to the member" />
      {member && href && <WhatsAppLink href={href} who={member.name} />}
    </p>
  );
}
