/** Links to chats with those who moved, with the text of the transfer; what was opened is marked. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { whatsAppLinkWith } from '#contract/order/whatsapp.ts';
import type { MovingPerson, previewTransfer } from '#contract/user/transfer.ts';
import { placeText } from '#contract/user/transfer-text.ts';
import { WhatsAppLink } from '#admin-shared/order/whatsapp-link.tsx';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import { ScrollList } from '#kit/display/scroll-list.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { counted } from '#kit/format/formats.ts';
import { all, sharedValue } from '#kit/shared-value.ts';

interface Moved {
  plan: Pick<Reply<typeof previewTransfer>, 'from' | 'to'>;
  people: readonly MovingPerson[];
  isWaived: boolean;
}

/** Those who just moved: the rows and the dialog from which they were moved are gone by then. */
const movedPlaces = sharedValue<Moved | undefined>(undefined);

/** Opens the dialog on the page of members. */
export const writeToMoved = movedPlaces.set;
const end = () => movedPlaces.set(undefined);

/** Text after the greeting. */
const textOf = ({ plan: { from, to }, isWaived }: Moved, { difference }: MovingPerson) =>
  placeText({
    from: from.name,
    to: to?.name ?? null,
    startDate: to?.startDate ?? null,
    difference: isWaived ? null : difference,
  })
    .join(' ')
    .replace(/^./, (first) => first.toLowerCase());

/** Dialog of {@link writeToMoved}. */
export function TransferMessages() {
  const moved = movedPlaces.use(all);
  useEffect(() => end, []);
  return moved && <Messages moved={moved} />;
}

function Messages({ moved }: { moved: Moved }) {
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set());
  const people = moved.people.map((person) => {
    const text = textOf(moved, person);
    return { ...person, text, href: whatsAppLinkWith({ name: person.name, phone: person.phoneNumber }, text) };
  });
  const example = people.find(({ href }) => href);
  return (
    <Dialog onClose={end} title={`Write to ${counted(people.length, 'person', 'people')} on WhatsApp`} size="lg">
      <Stack gap="md">
        <Text size="sm">Each link opens a chat with the message, which you send there.</Text>
        {example && <MessagePreview text={`Halo Kak ${example.name}, ${example.text}`} />}
        <ScrollList
          label="Chats"
          hasEnd
          lines={people.map(({ userId, name, phoneNumber, text, href }) => ({
            key: userId,
            parts: [
              <NameCell key="name" name={name} sub={written.has(userId) ? 'Chat opened' : phoneNumber} />,
              href ? (
                <WhatsAppLink
                  key="chat"
                  href={href}
                  who={name}
                  text={text}
                  onOpen={() => setWritten(new Set([...written, userId]))}
                />
              ) : (
                'No number for WhatsApp'
              ),
            ],
          }))}
        />
        <Group justify="flex-end">
          <Button onClick={end}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
