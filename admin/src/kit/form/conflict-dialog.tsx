/** Conflict dialog: another user saved first. The user compares, takes theirs or keeps mine. */
import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import { formatMoment } from '../format/formats.ts';
import classes from './conflict-dialog.module.css';

/** Field whose value differs between both versions. */
export interface Compared {
  label: string;
  mine: string;
  theirs: string;
  /** The person changed it, so keeping mine writes it. */
  isMine: boolean;
}

export interface ConflictProps {
  by: string;
  /** Whether the same person saved it in another tab. */
  isYou: boolean;
  /** ISO instant; empty if unknown. */
  at: string;
  /** Explains what was not saved and what keeping mine does. */
  text: string;
  compared: readonly Compared[];
  /** Effect of keeping mine that deletes something, shown on the button: "delete 1 discount". */
  destroys?: string | undefined;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}

/** Names the changes of the version that was saved first. */
export const otherChangesOf = ({ by, isYou }: Pick<ConflictProps, 'by' | 'isYou'>): string =>
  isYou ? 'the other changes from that tab' : `${by}’s other changes`;

export function ConflictDialog({ by, isYou, at, text, compared, destroys, onTheirs, onMine, onClose }: ConflictProps) {
  const [isComparing, setComparing] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title={isYou ? 'You saved this in another tab' : 'Somebody else saved first'}
      size={isComparing ? 720 : 480}
    >
      <Text mb="md">
        {isYou ? 'You, in another tab,' : by} saved this {at ? `on ${formatMoment(at)}` : 'a moment ago'}, after you
        opened it. {text}
      </Text>
      {isComparing && <Comparison compared={compared} />}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          mr="auto"
          data-autofocus
          aria-expanded={isComparing}
          onClick={() => setComparing(!isComparing)}
        >
          Compare
        </Button>
        <Button variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
        <Button {...(destroys && { color: 'red' })} onClick={onMine}>
          {destroys ? `Keep mine: ${destroys}` : 'Keep mine'}
        </Button>
      </Group>
    </Dialog>
  );
}

function Comparison({ compared }: Pick<ConflictProps, 'compared'>) {
  if (compared.length === 0) return <Text mb="md">Its fields are the same.</Text>;
  return (
    <Table mb="lg" layout="fixed" aria-label="Mine and theirs" className={classes['comparison'] ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Mine</Table.Th>
          <Table.Th>Theirs</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {compared.map(({ label, mine, theirs, isMine }) => (
          <Table.Tr key={label}>
            <Table.Td>{label}</Table.Td>
            <Table.Td data-label="Mine">
              <Text span inherit {...(!isMine && { c: 'dimmed' })}>
                {mine}
              </Text>
            </Table.Td>
            <Table.Td data-label="Theirs">{theirs}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
