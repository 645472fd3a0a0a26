/** Papers of an order: whom they name, those that were issued, and those that can be. */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { getInvoice, getOrderPapers, getPaper, issuePaper, mailPaper, paperKinds } from '#contract/payment/papers.ts';
import { formatTaxNumber } from '#contract/payment/tax-number.ts';
import { call } from '#kit/api/call.ts';
import { role } from '#kit/api/session.ts';
import { useAction, useTask } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { download } from '#kit/format/download.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { BuyerDialog, MailDialog } from './dialogs.tsx';
import classes from './order-papers.module.css';

type Papers = Reply<typeof getOrderPapers>;
type Paper = Papers['papers'][number];

const messages = { fail: 'The paper could not be loaded' };
const useInvoice = (id: string) =>
  useTask({ messages, perform: async () => download(await call(getInvoice, { params: { id } })) });
const usePaper = () =>
  useTask({ messages, perform: async (id: string) => download(await call(getPaper, { params: { id } })) });

interface RowProps {
  paper: Paper;
  email: string;
  /** Asks for another address. */
  toOther: () => void;
}

const Mails = ({ mails }: Pick<Paper, 'mails'>) =>
  mails.map(({ email, askedAt, sentAt }) => (
    <small key={askedAt}>
      {sentAt ? 'Sent' : 'Being sent'} to {email} <Moment at={sentAt ?? askedAt} />
    </small>
  ));

function PaperRow({ paper: { paperId, kind, number, total, issuedAt, mails }, email, toOther }: RowProps) {
  const { run: open, loading } = usePaper();
  const { run: send, loading: isSending } = useAction(mailPaper);
  return (
    <li>
      <div>
        {paperKinds[kind]} <b>{number}</b>, {formatMoney(total)}
        <small>
          Issued <Moment at={issuedAt} />
        </small>
        <Mails mails={mails} />
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" loading={loading} onClick={() => void open(paperId)}>
          Open
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={isSending}
          title={`To ${email}`}
          onClick={() => void send({ params: { id: paperId }, body: { email } })}
        >
          Send
        </Button>
        <Button size="xs" variant="subtle" onClick={toOther}>
          Send to…
        </Button>
      </Group>
    </li>
  );
}

function Issuing({ orderId, issuable }: { orderId: string } & Pick<Papers, 'issuable'>) {
  const { run, loading } = useAction(issuePaper);
  const { run: open, loading: isOpening } = useInvoice(orderId);
  return (
    <Group gap="xs">
      {issuable.includes('invoice') && (
        <Button size="xs" variant="subtle" loading={isOpening} onClick={() => void open(undefined)}>
          Preview
        </Button>
      )}
      {issuable.map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant="default"
          loading={loading}
          onClick={() => void run({ params: { id: orderId }, body: { kind } })}
        >
          Issue {paperKinds[kind].toLowerCase()}
        </Button>
      ))}
    </Group>
  );
}

const buyerInWords = ({ name, npwp, nik, email }: Papers['buyer']) =>
  [name, npwp && `NPWP ${formatTaxNumber(npwp)}`, nik && `NIK ${nik}`, email].filter(Boolean).join(', ');

interface ContentProps {
  orderId: string;
  of: Papers;
  show: (dialog: ReactNode) => void;
}

function Content({ orderId, of, show }: ContentProps) {
  const { buyer, isBuyerFixed, problem, papers, issuable } = of;
  const close = () => show(undefined);
  if (papers.length === 0 && problem === null && issuable.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None was issued, and an order with this status gets none.
      </Text>
    );
  return (
    <>
      <div className={classes['buyer']}>
        <span>
          For {buyerInWords(buyer)}
          {buyer.address && <small>{buyer.address}</small>}
        </span>
        {!isBuyerFixed && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => show(<BuyerDialog orderId={orderId} papers={of} close={close} />)}
          >
            Edit buyer
          </Button>
        )}
      </div>
      <ul className={classes['papers']}>
        {papers.map((paper) => (
          <PaperRow
            key={paper.paperId}
            paper={paper}
            email={buyer.email}
            toOther={() => show(<MailDialog paperId={paper.paperId} number={paper.number} close={close} />)}
          />
        ))}
      </ul>
      {problem !== null && <Text size="sm">{problem}.</Text>}
    </>
  );
}

export function OrderPapers({ record: { orderId } }: { record: { orderId: string } }) {
  const result = useCall(getOrderPapers, { params: { id: orderId } });
  const [dialog, show] = useState<ReactNode>();
  const actions = result.data && mayCall(issuePaper, role() ?? '') && <Issuing orderId={orderId} {...result.data} />;
  return (
    <Section title="Papers" actions={actions}>
      <Loaded result={result} what="papers" skeleton={<Skeleton h={56} />}>
        {(papers) => <Content orderId={orderId} of={papers} show={show} />}
      </Loaded>
      {dialog}
    </Section>
  );
}
