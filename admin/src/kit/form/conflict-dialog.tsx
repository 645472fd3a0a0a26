/** Somebody saved first: compare, take theirs, or keep mine. Nothing is overwritten unseen. */
import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import { formatMoment } from '../format/formats.ts';
import type { EditForm } from './use-edit-form.ts';
import type { Conflict } from './use-saving.ts';
import { sayValue } from './field-words.ts';
import { differing } from './values.ts';
import classes from './conflict-dialog.module.css';

export function ConflictDialog<Values>({ form, conflict }: { form: EditForm<Values>; conflict: Conflict<Values> }) {
  const [isComparing, setComparing] = useState(false);
  const { by, at } = conflict;
  return (
    <Dialog onClose={form.askLater} title="Somebody else saved first" size={isComparing ? 720 : 480}>
      <Text mb="md">
        {by} saved this {at ? `on ${formatMoment(at)}` : 'a moment ago'}, after you opened it. Your changes are not
        saved yet. Keeping yours leaves what only {by} changed.
      </Text>
      {isComparing && <Comparison form={form} theirs={conflict.theirs.values} />}
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
        <Button variant="default" onClick={form.takeTheirs}>
          Take theirs
        </Button>
        <Button onClick={() => void form.keepMine()}>Keep mine</Button>
      </Group>
    </Dialog>
  );
}

function Comparison<Values>({ form, theirs }: { form: EditForm<Values>; theirs: Values }) {
  const mine = form.fields.values;
  const fields = differing(mine as object, theirs as object) as (keyof Values & string)[];
  const changed = form.changed();
  if (fields.length === 0) return <Text mb="md">Both of you wrote the same.</Text>;
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
        {fields.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>{form.field(name).label}</Table.Td>
            <Table.Td data-label="Mine">
              {changed.includes(name) ? (
                sayValue(mine[name], form.field(name))
              ) : (
                <Text span inherit c="dimmed">
                  Not changed by you: theirs stays
                </Text>
              )}
            </Table.Td>
            <Table.Td data-label="Theirs">{sayValue(theirs[name], form.field(name))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
