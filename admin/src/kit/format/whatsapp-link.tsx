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
  /** What is typed already, which the pointer tells. */
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
