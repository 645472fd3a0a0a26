/** Columns of the tracking list. Narrow layouts hide ids first. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { displayPhone } from '#kit/format/formats.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/list-page.tsx';
import { ChaseCell } from './desk/chase-cell.tsx';
import { DeskCell, HolderLine } from './desk/desk-cell.tsx';
import type { Desk } from './desk/use-desk.ts';
import { StatusMenu } from './status-menu.tsx';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { Queue } from './tracking-query.ts';
import type { StatusChange } from './use-status-change.ts';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { useTemplates } from './desk/desk-state.ts';
import { chatLink, messageOf, templatesFor } from './desk/message.ts';
import { useOptimisticStatus } from './pending-status.ts';
import classes from './tracking.module.css';

interface Props {
  order: TrackingOrder;
  contacted: Desk['contacted'];
}

/** The chat starts with the first template of the status; hovering shows the filled-in text. */
function PhoneCell({ order, contacted }: Props) {
  const { userName: name, userPhone: phone } = order;
  const status = useOptimisticStatus(order);
  const [template] = templatesFor(useTemplates(), status);
  return (
    <span className={classes['phone']}>
      {displayPhone(phone) || '–'}
      <WhatsAppLink
        href={chatLink(order, status, template)}
        who={name.trim() || phone}
        shortcut="w"
        text={template && messageOf(template, order)}
        onOpen={() => contacted(order, template?.templateId ?? null)}
      />
    </span>
  );
}

const pair = (text: string, sub: string) => <NameCell name={text.trim() || '–'} sub={sub || undefined} />;

/** Text with its id below; without room for the id, the text takes two lines. */
function WithId({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <div className={classes['withId']}>
      <span title={title}>{children}</span>
      {id && (
        <span className={classes['id']} title={id}>
          {id}
        </span>
      )}
    </div>
  );
}

/** Width that grows with the table from the 1080 px at which the content needs no more than `min`. */
const growing = (min: number, max: number) => `clamp(${min}px, 20cqw + ${min - 216}px, ${max}px)` as const;

/** Complete to the second at any width (spec §3): it takes two lines where one is too narrow. */
const orderColumn = (queue: Queue): Column<TrackingOrder> => ({
  label: 'Order',
  cell: ({ dateTime, id }) => (
    <WithId title={dateTime} id={queue ? '' : id}>
      {dateTime.trim() || '–'}
    </WithId>
  ),
  // In a queue, always two lines: the columns of the desk need the room.
  width: queue ? growing(112, 128) : 'clamp(112px, 34cqw - 200px, 192px)',
  copies: ['order ID', (order) => order.id],
});

/** Other systems write documents too, whose courses have other ids. */
const isOurs = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

/** Link to the user with the e-mail. */
const userCell = ({ userName, userEmail }: TrackingOrder) =>
  userEmail ? (
    <Link to="/user/of" search={{ email: userEmail }}>
      {pair(userName, userEmail)}
    </Link>
  ) : (
    pair(userName, '')
  );

const courseCell = ({ courseName, courseId }: TrackingOrder) => (
  <WithId title={courseName} id={courseId}>
    {isOurs(courseId) && courseName.trim() ? (
      <RecordLink kind="course" id={courseId} name={courseName} />
    ) : (
      courseName.trim() || '–'
    )}
  </WithId>
);

interface Work {
  set: StatusChange['set'];
  contacted: Desk['contacted'];
  openDesk: (order: TrackingOrder) => void;
}

const customerService: Column<TrackingOrder> = {
  label: 'Customer service',
  cell: ({ customerService: { name, phone } }) => pair(name, displayPhone(phone)),
  width: 164,
  hiddenBelow: 960,
};

const score: Column<TrackingOrder> = {
  label: 'Score',
  cell: (order) => <ChaseCell order={order} />,
  width: 'clamp(98px, 20cqw - 92px, 176px)',
  hiddenBelow: 720,
  card: 'fact',
};

const deskColumn = (openDesk: Work['openDesk']): Column<TrackingOrder> => ({
  label: 'Desk',
  cell: (order) => <DeskCell order={order} open={openDesk} />,
  width: 'clamp(100px, 20cqw - 72px, 184px)',
  hiddenBelow: 840,
  card: 'fact',
});

/** In a queue, desk columns replace the customer service, which wide layouts show again; the chase order explains itself. */
const deskColumns = (queue: Queue, openDesk: Work['openDesk']): readonly Column<TrackingOrder>[] => [
  queue === 'chase' ? score : { ...customerService, hiddenBelow: 1240 },
  deskColumn(openDesk),
];

/** In a queue the list shows a part of the orders to work through. */
export const createColumns = (queue: Queue, { set, contacted, openDesk }: Work): readonly Column<TrackingOrder>[] => [
  orderColumn(queue),
  { label: 'User', cell: userCell, copies: ['e-mail', ({ userEmail }) => userEmail] },
  {
    label: 'Phone',
    cell: (order) => <PhoneCell order={order} contacted={contacted} />,
    // Room for the copy icon and the message icon.
    width: growing(186, 206),
    card: 'action',
    copies: ['phone', ({ userPhone }) => userPhone],
  },
  { label: 'Course', cell: courseCell, hiddenBelow: queue === 'chase' ? 960 : 720 },
  ...(queue ? deskColumns(queue, openDesk) : [customerService]),
  {
    label: 'Status',
    cell: (order) => (
      <>
        <StatusMenu order={order} set={set} />
        {queue ? (
          <div className={classes['withoutDesk']}>
            <HolderLine order={order} />
          </div>
        ) : (
          <HolderLine order={order} />
        )}
      </>
    ),
    width: growing(194, 208),
    card: 'badge',
  },
];
