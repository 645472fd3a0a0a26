/** List of objects with fields of their own, one card each, in the order shown to members. */
import { Button, Group, Input, Paper, Stack } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import type { Field } from '#contract/kernel/draft.ts';
import { focusAfterRender } from '../feedback/focus.ts';
import { bind, type FieldProps } from './bind.ts';
import { RowPlace, useRowKeys } from './row-keys.ts';
import classes from './list-field.module.css';

const blankOf = ({ isNullable, kind }: Field) =>
  isNullable ? null : kind === 'texts' || kind === 'list' ? [] : kind === 'switch' ? false : '';

/** `draw` renders the fields of one card. */
export function ListField<Values>({
  draw,
  ...props
}: FieldProps<Values> & { draw: (names: readonly string[]) => ReactNode }) {
  const { form, name } = props;
  const { field, value, set, input, place } = bind(props);
  const item = field.item ?? 'line';
  const cards = Array.isArray(value) ? (value as object[]) : [];
  const { keys, rowPrefix, remove } = useRowKeys(place, cards);
  const addButton = useRef<HTMLButtonElement>(null);
  const namesOf = (index: number) => field.items.map((key) => `${name}.${index}.${key}`);
  const add = () => {
    // The contract describes the fields at any index.
    const blank = Object.fromEntries(field.items.map((key) => [key, blankOf(form.field(`${name}.0.${key}`))]));
    set([...cards, blank]);
  };
  const removeCard = (index: number) => {
    if (form.isLocked) return;
    remove(index);
    set(cards.toSpliced(index, 1));
    focusAfterRender(() => addButton.current);
  };
  return (
    <Stack gap="md" className={classes['list']}>
      <Input.Label component="div" className={classes['label']}>
        {input.label}
      </Input.Label>
      {cards.map((_, index) => (
        <Paper
          key={keys[index]}
          withBorder
          p="md"
          component="fieldset"
          aria-label={`${item.charAt(0).toUpperCase()}${item.slice(1)} ${index + 1}`}
          m={0}
        >
          <Stack gap="md">
            <RowPlace value={{ at: `${place}.${index}.`, is: rowPrefix(index) }}>{draw(namesOf(index))}</RowPlace>
            <Group justify="flex-end">
              <Button variant="subtle" color="red" size="compact-sm" onClick={() => removeCard(index)}>
                Remove {item} {index + 1}
              </Button>
            </Group>
          </Stack>
        </Paper>
      ))}
      {input.error && <Input.Error>{input.error}</Input.Error>}
      <Button ref={addButton} variant="default" size="xs" w="fit-content" onClick={add}>
        Add {item}
      </Button>
    </Stack>
  );
}
