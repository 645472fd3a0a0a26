/** Columns of the tracking list: all fields of spec §3 beside the open navigation of a window of 1280 px. */
import { Link } from '@tanstack/react-router';
import { needsLink } from '#contract/order-tracking/template-text.ts';
import { displayPhone } from '#kit/format/formats.ts';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/list-page.tsx';
import { ChaseCell } from './desk/chase-cell.tsx';
import { DeskLine } from './desk/desk-cell.tsx';
import type { Desk } from './desk/use-desk.ts';
import { StatusMenu } from './status-menu.tsx';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { Queue } from './tracking-query.ts';
import type { StatusChange } from './use-status-change.ts';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { useTemplates } from './desk/desk-state.ts';
import { shortenMiddle } from '#admin-shared/order-tracking/formats.ts';
import { ageOf, chatLink, messageOf, templatesFor } from './desk/message.ts';
import { useOptimisticStatus } from './pending-status.ts';
import classes from './tracking.module.css';

interface Props {
  order: TrackingOrder;
  contacted: Desk['contacted'];
}

/** A click on the phone or the e-mail copies it: an icon on hover would cover the chat. The chat starts with the first template of the status; hovering shows the text. */
function Phone({ order, contacted }: Props) {
  const { userName: name, userPhone: phone } = order;
  const status = useOptimisticStatus(order);
  // A row does not know the payment link.
  const template = templatesFor(useTemplates(), status).find(({ body }) => !needsLink(body));
  return (
    <span className={classes['phone']}>
      {phone && <CopyButton text={phone} what="phone" shown={displayPhone(phone) || phone} isTabSkipped />}
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

/** The name links to the user with the e-mail. */
function PersonCell({ order, contacted }: Props) {
  const { userName, userEmail } = order;
  const name = userName.trim() || '–';
  return (
    <div className={classes['person']}>
      {userEmail ? (
        <Link to="/user/of" search={{ email: userEmail }} title={name}>
          {name}
        </Link>
      ) : (
        <span title={name}>{name}</span>
      )}
      <Phone order={order} contacted={contacted} />
      {userEmail && (
        <span className={classes['sub']}>
          <CopyButton text={userEmail} what="e-mail" shown={userEmail} isTabSkipped />
        </span>
      )}
    </div>
  );
}

/** Complete to the second (spec §3). */
const orderCell = ({ dateTime, id, placedAt }: TrackingOrder, hasAge: boolean) => {
  const age = hasAge ? ageOf(placedAt) : '';
  return (
    <div className={classes['lines']}>
      <span title={dateTime}>{dateTime.trim() || '–'}</span>
      <span className={classes['sub']} title={id}>
        {age && <b data-age>{age}</b>}
        {shortenMiddle(id, age ? 13 : 17)}
      </span>
    </div>
  );
};

/** Other systems write documents too, whose courses have other ids. */
const isOurs = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

const courseCell = ({ courseName, courseId }: TrackingOrder) => (
  <div className={classes['course']} title={courseName}>
    {isOurs(courseId) && courseName.trim() ? (
      <RecordLink kind="course" id={courseId} name={courseName} />
    ) : (
      <span>{courseName.trim() || '–'}</span>
    )}
    {courseId && (
      <span className={classes['sub']} title={courseId}>
        {shortenMiddle(courseId, 9)}
      </span>
    )}
  </div>
);

interface Work {
  set: StatusChange['set'];
  contacted: Desk['contacted'];
  openDesk: (order: TrackingOrder) => void;
}

const score: Column<TrackingOrder> = {
  label: 'Score',
  cell: (order) => <ChaseCell order={order} />,
  width: 'clamp(95px, 20cqw - 105px, 116px)',
  card: 'fact',
};

/**
 * Widths are those of the contents; the person and the course share the rest. The chase order adds score, amount and age.
 */
export const createColumns = (queue: Queue, { set, contacted, openDesk }: Work): readonly Column<TrackingOrder>[] => {
  const isChase = queue === 'chase';
  return [
    {
      label: 'Order',
      cell: (order) => orderCell(order, isChase),
      width: 'clamp(168px, 20cqw - 32px, 192px)',
      copies: ['order ID', (order) => order.id],
    },
    {
      label: 'Person',
      cell: (order) => <PersonCell order={order} contacted={contacted} />,
      card: 'title',
    },
    {
      label: 'Course',
      cell: courseCell,
      width: isChase ? 'clamp(118px, 20cqw - 54px, 320px)' : 'clamp(118px, 20cqw - 24px, 320px)',
      hiddenBelow: isChase ? 840 : 720,
    },
    {
      label: 'Customer service',
      cell: ({ customerService: { name, phone } }) => (
        <NameCell name={name.trim() || '–'} sub={displayPhone(phone) || undefined} />
      ),
      width: 'clamp(135px, 20cqw - 65px, 176px)',
      hiddenBelow: isChase ? 960 : 840,
    },
    ...(isChase ? [score] : []),
    {
      label: 'Status',
      cell: (order) => (
        <>
          <StatusMenu order={order} set={set} />
          <DeskLine order={order} open={openDesk} isQueue={queue !== ''} />
        </>
      ),
      width: isChase ? 'clamp(166px, 20cqw - 34px, 208px)' : 'clamp(204px, 20cqw + 4px, 244px)',
      card: 'badge',
    },
  ];
};
