/** Message to the person: a template, its text as it is sent, and the chat. */
import { Button, NativeSelect, Text } from '@mantine/core';
import type { DeskTemplate } from '#contract/order-tracking/templates.ts';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import classes from './desk.module.css';

interface Props {
  template: DeskTemplate | undefined;
  choices: readonly DeskTemplate[];
  choose: (templateId: string) => void;
  /** Absent if WhatsApp does not accept the number. */
  href: string | undefined;
  text: string | undefined;
  write: () => void;
  /** The message has the payment link, and the order has none. */
  lacksLink: boolean;
}

export const Message = ({ template, choices, choose, href, text, write, lacksLink }: Props) => (
  <div role="group" aria-label="Message">
    <div className={classes['row']}>
      {template && (
        <NativeSelect
          label="WhatsApp template"
          value={template.templateId}
          onChange={(event) => choose(event.currentTarget.value)}
          data={choices.map(({ templateId, name }) => ({ value: templateId, label: name }))}
        />
      )}
      {lacksLink ? (
        <Text c="dimmed">This message has the payment link: create it below first.</Text>
      ) : href ? (
        <Button component="a" href={href} target="_blank" rel="noopener noreferrer" variant="default" onClick={write}>
          Write on WhatsApp
        </Button>
      ) : (
        <Text c="dimmed">WhatsApp does not accept this phone number.</Text>
      )}
    </div>
    {text && <MessagePreview text={text} isBrief />}
  </div>
);
