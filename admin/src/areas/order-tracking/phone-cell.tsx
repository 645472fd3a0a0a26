/** The phone as the spec shows it (§5), and beside it the way to write to the person. */
import { whatsAppLink } from '#contract/whatsapp.ts';
import { displayPhone } from '#kit/format/formats.ts';
import { WhatsAppLink } from '#kit/format/whatsapp-link.tsx';
import { useShownStatus } from './pending-status.ts';
import type { TrackingOrder } from './tracking-order.ts';
import classes from './tracking.module.css';

export function PhoneCell({ order }: { order: TrackingOrder }) {
  const { id, userName: name, userPhone: phone, courseName } = order;
  const bought = courseName.trim() && `kursus ${courseName.trim()}`;
  const status = useShownStatus(order);
  return (
    <span className={classes['phone']}>
      {displayPhone(phone) || '–'}
      <WhatsAppLink href={whatsAppLink({ id, name, phone, bought, status })} who={name.trim() || phone} shortcut="w" />
    </span>
  );
}
