/** Box with a text as it comes out: a message as it will be sent, an example. */
import classes from './message-preview.module.css';

interface Props {
  text: string;
  /** Three lines in small type; the title has the whole text. */
  isBrief?: boolean;
}

export const MessagePreview = ({ text, isBrief = false }: Props) => (
  <p
    className={classes['preview']}
    data-preview
    data-brief={isBrief || undefined}
    title={isBrief ? text : undefined}
    aria-live={isBrief ? undefined : 'polite'}
  >
    <span>{text}</span>
  </p>
);
