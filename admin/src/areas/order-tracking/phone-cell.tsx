/** Phone as the spec shows it (§5), with a WhatsApp link. */
import { displayPhone } from '#kit/format/formats.ts';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { useTemplates } from './desk/desk-state.ts';
import { chatLink, messageOf, templatesFor } from './desk/message.ts';
import type { Desk } from './desk/use-desk.ts';
import { useOptimisticStatus } from './pending-status.ts';
import type { TrackingOrder } from './tracking-order.ts';
import classes from './tracking.module.css';

interface Props {
  order: TrackingOrder;
  contacted: Desk['contacted'];
}

/** The chat starts with the first template of the status; hovering shows the filled-in text. */
export function PhoneCell({ order, contacted }: Props) {
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
