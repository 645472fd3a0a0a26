/** Writes a broadcast to people and sends it: the message first, then who gets it. What is written stays as a draft. */
import { useState } from 'react';
import { broadcastDraft, broadcasts } from '#contract/broadcast/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { call } from '#kit/api/call.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { today } from '#kit/form/use-date-text.ts';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, blankOf, draftOf } from '#kit/form/values.ts';
import { formatDay } from '#kit/format/formats.ts';
import { broadcastRows, broadcastSpecial } from './broadcast-fields.tsx';
import { type People, SendDialog } from './send-dialog.tsx';

type Broadcast = Reply<typeof broadcasts.get>;

interface Props {
  title: string;
  /** People in words, for the name. */
  segment: string;
  people: People;
  close: () => void;
}

export function ComposeDialog({ title, segment, people, close }: Props) {
  const [id, setId] = useState('');
  const [isWriting, setWriting] = useState(true);
  const { data: stored } = useCall(broadcasts.get, { params: { id } }, { enabled: id !== '' });
  if (!isWriting) return <SendDialog broadcastId={id} people={people} close={close} edit={() => setWriting(true)} />;
  if (id !== '' && !stored) return null;
  const written = (next: string) => {
    setId(next);
    setWriting(false);
  };
  return <WriteDialog title={title} segment={segment} stored={stored} close={close} written={written} />;
}

interface WriteProps extends Pick<Props, 'title' | 'segment' | 'close'> {
  stored: Broadcast | undefined;
  written: (broadcastId: string) => void;
}

function WriteDialog({ title, segment, stored, close, written }: WriteProps) {
  // The dialog that follows says what is next.
  const creating = useAction(broadcasts.create, { messages: { fail: broadcasts.create.messages?.fail ?? '' } });
  const updating = useAction(broadcasts.update, { messages: { fail: broadcasts.update.messages?.fail ?? '' } });
  const params = { id: stored?.broadcastId ?? '' };
  const name = `${segment.slice(0, 80)}, ${formatDay(today())}`.replace(/^./, (first) => first.toUpperCase());
  const form = useEditForm({
    name: stored ? `broadcast/${params.id}` : 'new/broadcast/people',
    schema: broadcastDraft,
    initial: stored ? draftOf(broadcastDraft, stored) : { ...blankOf(broadcastDraft), name },
    version: stored?.version,
    latest: async () => baselineOf(broadcastDraft, await call(broadcasts.get, { params })),
    save: (body, how) => (stored ? updating.run({ params, body }, how) : creating.run({ body }, how)),
    onSaved: (reply) => written(broadcasts.idFrom(reply)),
  });
  return (
    <FormDialog form={form} title={title} submitLabel="Continue to the preview" close={close} isWide>
      <Rows form={form} rows={broadcastRows} special={broadcastSpecial} />
    </FormDialog>
  );
}
