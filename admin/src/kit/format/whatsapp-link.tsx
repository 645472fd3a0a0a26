/** Opens a chat on WhatsApp, beside a phone. */
import { IconBrandWhatsapp } from '@tabler/icons-react';
import classes from './whatsapp-link.module.css';

interface Props {
  /** Absent: the phone is no number that WhatsApp takes. */
  href: string | undefined;
  /** Who is written to. */
  who: string;
  /** The key that opens it. */
  shortcut?: string;
}

export function WhatsAppLink({ href, who, shortcut }: Props) {
  return href ? (
    <a
      className={classes['link']}
      href={href}
      data-whatsapp
      aria-keyshortcuts={shortcut}
      target="_blank"
      rel="noopener noreferrer"
      title={`Write on WhatsApp${shortcut ? ` (${shortcut})` : ''}`}
      aria-label={`Write to ${who} on WhatsApp`}
    >
      <IconBrandWhatsapp size={18} stroke={1.6} aria-hidden />
    </a>
  ) : null;
}
