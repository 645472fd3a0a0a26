/** A price in one sentence for the member: to copy, or to send over WhatsApp. */
import { whatsAppLinkWith } from '#contract/order/whatsapp.ts';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import classes from './why-price.module.css';

interface Props {
  message: string;
  member: { name: string; phoneNumber: string } | undefined;
}

/** Lower-cases the first letter, to continue after a greeting. */
const within = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export const ToSend = ({ message, member }: Props) => (
  <section className={classes['send']} aria-label="Message to the member">
    <h3>Message to the member</h3>
    <CopyButton text={message} what="sentence" />
    {member && (
      <WhatsAppLink
        href={whatsAppLinkWith({ name: member.name, phone: member.phoneNumber }, within(message))}
        who={member.name}
      />
    )}
    <p lang="id">{message}</p>
  </section>
);
