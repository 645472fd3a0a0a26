/** Writes to the selected members at risk with a template: by mail to all at once, or over WhatsApp one by one. */
import { Button, NativeSelect, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { type AtRiskRow, listRiskTemplates, riskMessage, writeToMembers } from '#contract/course/risk.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { whatsAppChat } from '#contract/order/whatsapp.ts';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { ApiError } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import { useTask } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import { ScrollList } from '#kit/display/scroll-list.tsx';
import { counted } from '#kit/format/formats.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import type { SelectionActions } from '#kit/list/use-list-selection.tsx';
import { factsInWords } from './risk-words.ts';

const messages = { ok: '{text}', fail: 'Nobody was written to', preferServer: true };
const today = 'Has had a message today';

type Answer = Reply<typeof writeToMembers>;
interface Sent {
  channel: 'mail' | 'whatsapp';
  templateId: string;
  members: readonly AtRiskRow[];
}

/** Toast of what was done; fails if nobody was written to. */
async function send({ channel, templateId, members }: Sent): Promise<Answer & { text: string }> {
  const named = members.map(({ userId, courseId }) => ({ userId, courseId }));
  const answer = await call(writeToMembers, { body: { channel, templateId, members: named } });
  const [first] = answer.refused;
  const { length } = answer.contacted;
  if (length === 0 && first)
    throw new ApiError(409, first.message, { message: `Nobody was written to: ${first.message}` });
  const left = answer.refused.length > 0 ? `; ${counted(answer.refused.length, 'was', 'were')} left out` : '';
  return {
    ...answer,
    text: `${channel === 'mail' ? 'Mailed' : 'Recorded'}: ${counted(length, 'member', 'members')}${left}`,
  };
}

export function WriteToSelected({ selection }: SelectionActions<AtRiskRow>) {
  const [isOpen, setOpen] = useState(false);
  const members = [...selection.selected.values()];
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Write to {counted(members.length, 'member', 'members')}
      </Button>
      {isOpen && <WriteDialog members={members} close={() => setOpen(false)} done={selection.clear} />}
    </>
  );
}

interface Props {
  members: readonly AtRiskRow[];
  close: () => void;
  /** Everybody was written to. */
  done: () => void;
}

function WriteDialog({ members, close, done }: Props) {
  const { data } = useCall(listRiskTemplates, {});
  const [chosen, choose] = useState('');
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set());
  const mailing = useTask({ messages, writes: true, perform: send });
  const templates = data?.templates ?? [];
  const template = templates.find(({ templateId }) => templateId === chosen) ?? templates[0];
  const open = members.filter(({ userId, isWrittenToday }) => !isWrittenToday && !written.has(userId));
  const people = new Set(open.map(({ userId }) => userId)).size;
  const [first] = open.length > 0 ? open : members;
  const submit = async () => {
    if (!template) return;
    const outcome = await mailing.run({ channel: 'mail', templateId: template.templateId, members: open });
    if (!outcome.ok) return;
    close();
    done();
  };
  const why = !data
    ? 'The templates are loading'
    : !template
      ? 'An admin adds a template for members at risk first, under Order tracking'
      : people === 0 && 'All of them have had a message today';
  return (
    <WorkDialog
      title={`Write to ${counted(members.length, 'member', 'members')}`}
      close={written.size > 0 && people === 0 ? () => (close(), done()) : close}
      isTyped={false}
      why={why}
      submitLabel={`Send ${counted(people, 'mail', 'mails')}`}
      isWorking={mailing.loading}
      submit={submit}
    >
      {template && first && (
        <>
          <NativeSelect
            label="Template"
            value={template.templateId}
            onChange={(event) => choose(event.currentTarget.value)}
            data={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
          />
          <MessagePreview text={riskMessage(template.body, first, data?.writer ?? '')} />
        </>
      )}
      <ScrollList
        label="Members"
        hasEnd
        lines={members.map((member) => ({
          key: `${member.userId} ${member.courseId}`,
          parts: [
            <Fragment key="member">
              {member.name}, {member.courseName}
              <small>{factsInWords(member.risk)}</small>
            </Fragment>,
            template && open.includes(member) ? (
              <Chat
                key="chat"
                member={member}
                templateId={template.templateId}
                text={riskMessage(template.body, member, data?.writer ?? '')}
                onWritten={() => setWritten(new Set([...written, member.userId]))}
              />
            ) : written.has(member.userId) ? (
              'Written to'
            ) : (
              member.isWrittenToday && today
            ),
          ],
        }))}
      />
      <Text size="sm" c="dimmed">
        Opening a chat on WhatsApp counts as a message. Nobody gets two messages on one day.
      </Text>
    </WorkDialog>
  );
}

interface ChatProps {
  member: AtRiskRow;
  templateId: string;
  text: string;
  onWritten: () => void;
}

/** Link to the chat; opening it records the message. */
function Chat({ member, templateId, text, onWritten }: ChatProps) {
  const recording = useTask({ messages, writes: true, isBackground: true, perform: send });
  const href = whatsAppChat(member.phoneNumber, text);
  const record = async () => {
    if ((await recording.run({ channel: 'whatsapp', templateId, members: [member] })).ok) onWritten();
  };
  return href ? <WhatsAppLink href={href} who={member.name} text={text} onOpen={() => void record()} /> : 'Mail only';
}
