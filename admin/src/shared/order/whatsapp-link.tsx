/** Link to a WhatsApp chat, shown beside a phone number. */
import { IconBrandWhatsapp } from '@tabler/icons-react';
import classes from './whatsapp-link.module.css';

interface Props {
  /** Absent if WhatsApp does not accept the number. */
  href: string | undefined;
  /** Name of the person. */
  who: string;
  /** Keyboard shortcut that opens the link, which is then outside the tab order. */
  shortcut?: string;
  /** Prefilled message; also the tooltip. */
  text?: string | undefined;
  onOpen?: () => void;
}

export function WhatsAppLink({ href, who, shortcut, text, onOpen }: Props) {
  return href ? (
    <a
      className={classes['link']}
      href={href}
      data-whatsapp
      aria-keyshortcuts={shortcut}
      tabIndex={shortcut ? -1 : undefined}
      target="_blank"
      rel="noopener noreferrer"
      title={`Write on WhatsApp${shortcut ? ` (${shortcut})` : ''}${text ? `\n\n${text}` : ''}`}
      onClick={onOpen}
      aria-label={`Write to ${who} on WhatsApp`}
    >
      <IconBrandWhatsapp size={18} stroke={1.6} aria-hidden />
    </a>
  ) : null;
}
