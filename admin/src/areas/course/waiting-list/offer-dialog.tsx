/** Offers a free place to a person of the waiting list. */
import { Text } from '@mantine/core';
import { type WaitingEntry, offerDraft } from '#contract/course/waiting-list.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { blankOf } from '#kit/form/values.ts';
import { useWaiting } from './use-waiting.ts';

interface Props {
  courseId: string;
  entry: Pick<WaitingEntry, 'userId' | 'name' | 'position'>;
  close: () => void;
}

export function OfferDialog({ courseId, entry: { userId, name, position }, close }: Props) {
  const { offering } = useWaiting(courseId);
  const form = useEditForm({
    name: `offer/${courseId}/${userId}`,
    schema: offerDraft,
    initial: blankOf(offerDraft),
    save: (body, how) => offering.run({ params: { id: courseId }, body: { userId, ...body } }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title={`Offer a place to ${name}`} submitLabel="Offer place" close={close}>
      <Text size="sm" c="dimmed">
        They take it by an order or by being assigned. With WhatsApp nothing is sent by itself: a link to the chat, with
        the text, stands beside their name.
      </Text>
      <Rows form={form} rows={[['hours', 'by'], ...(position > 1 ? (['reason'] as const) : [])]} />
    </FormDialog>
  );
}
