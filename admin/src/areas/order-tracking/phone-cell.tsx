/** The phone as the spec shows it (§5), and beside it the way to write to the person. */
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { displayPhone } from '#kit/format/formats.ts';
import { useShownStatus } from './pending-status.ts';
import type { TrackingOrder } from './tracking-order.ts';
import { whatsAppLink } from './whatsapp.ts';
import classes from './tracking.module.css';

export function PhoneCell({ order }: { order: TrackingOrder }) {
  const chat = whatsAppLink({ ...order, status: useShownStatus(order) });
  return (
    <span className={classes['phone']}>
      {displayPhone(order.userPhone) || '–'}
      {chat && (
        <a
          href={chat}
          data-whatsapp
          aria-keyshortcuts="w"
          target="_blank"
          rel="noopener noreferrer"
          title="Write on WhatsApp (w)"
          aria-label={`Write to ${order.userName.trim() || order.userPhone} on WhatsApp`}
        >
          <IconBrandWhatsapp size={18} stroke={1.6} aria-hidden />
        </a>
      )}
    </span>
  );
}
