/** Toolbar of the tree: buttons that add, and actions on the selected rows. */
import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { removalProblem, confirmRemoval } from './confirm-removal.ts';
import { childOf, keyOf, step } from './order.ts';
import { type TreeState, focusLine, activeKey } from './tree-state.ts';
import type { Curriculum } from './use-curriculum.ts';
import classes from './curriculum.module.css';

export async function duplicate({ active, items, choose, setTicked }: TreeState, work: Curriculum): Promise<void> {
  if (items.length === 0) return choose((active && (await work.duplicateSection(active.section))) ?? active?.key);
  const made = await work.duplicate(items);
  if (made[0]) choose(made[0]);
  setTicked(new Set());
}

export async function remove(state: TreeState, work: Curriculum): Promise<void> {
  const { active, items, rows, choose, setTicked } = state;
  if (!active || removalProblem(active, items) || !(await confirmRemoval(active, items))) return;
  const gone = new Set(items.map(keyOf));
  const at = rows.indexOf(active);
  const isSection = items.length === 0;
  const next = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].find(
    ({ key, section }) => !gone.has(key) && (!isSection || section !== active.section),
  );
  setTicked(new Set());
  choose(next?.key);
  const { ok } = await (isSection ? work.removeSection(active.section) : work.remove(items));
  // The row is back after a failed deletion: choose it again, unless the user has moved on.
  if (!ok && activeKey() === next?.key) choose(active.key);
}

interface Props {
  state: TreeState;
  work: Curriculum;
}

export function TreeActions({ state, work }: Props) {
  return (
    <div className={classes['actions']} role="group" aria-label="Curriculum">
      {state.ticked.size > 0 || state.isSelecting ? (
        <Many state={state} work={work} />
      ) : (
        <One state={state} work={work} />
      )}
    </div>
  );
}

function One({ state, work }: Props) {
  const { active, setAdding } = state;
  const what = active?.item ? active.item.kind : 'section';
  const begin = () =>
    active && setAdding({ sectionId: active.section.sectionId, ...(active.item && { after: active.key }) });
  return (
    <Group gap="xs">
      <Button size="xs" onClick={begin}>
        Add item
      </Button>
      <Button size="xs" variant="default" onClick={() => state.setAddingSection(true)}>
        Add section
      </Button>
      <Button size="xs" variant="default" aria-label={`Duplicate ${what}`} onClick={() => void duplicate(state, work)}>
        Duplicate
      </Button>
      <Unavailable why={active && removalProblem(active, state.items)}>
        <Button
          size="xs"
          variant="default"
          color="red"
          aria-label={`Delete ${what}`}
          onClick={() => void remove(state, work)}
        >
          Delete
        </Button>
      </Unavailable>
      <Button
        size="xs"
        variant="default"
        aria-label="Copy from another course…"
        onClick={() => active && state.copyBehind(active)}
      >
        Copy from
      </Button>
      <Button size="xs" variant="default" className={classes['select'] ?? ''} onClick={() => state.setSelecting(true)}>
        Select
      </Button>
    </Group>
  );
}

/** Buttons that move the selection by one place. */
function Steps({ state: { items }, work }: Props) {
  const go = (by: 1 | -1) => {
    const move = step(work.sections, new Set(items.map(keyOf)), by);
    if (move) void work.move(move);
  };
  return (
    <>
      <ActionIcon variant="default" aria-label="Move up" onClick={() => go(-1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Move down" onClick={() => go(1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
    </>
  );
}

function Many({ state, work }: Props) {
  const { ticked, setTicked, setSelecting } = state;
  const items = ticked.size > 0 ? state.items : [];
  const [first] = items;
  const none = items.length === 0;
  return (
    <Group gap="xs">
      <Text size="sm" role="status">
        {none ? 'Tap items to select them' : `${items.length} selected`}
      </Text>
      {!none && <ForMany state={state} work={work} />}
      <Button
        size="xs"
        variant="subtle"
        onClick={() => {
          setTicked(new Set());
          setSelecting(false);
          if (first) focusLine(state.active?.key ?? '');
        }}
      >
        {state.isSelecting ? 'Done' : 'Clear'}
      </Button>
    </Group>
  );
}

/** Actions on the whole selection. */
function ForMany({ state, work }: Props) {
  const { items } = state;
  const moveTo = (sectionId: string) => {
    if (sectionId) void work.move({ items: items.map(childOf), sectionId, before: null });
  };
  return (
    <>
      <Steps state={state} work={work} />
      <NativeSelect
        size="xs"
        w={112}
        aria-label="Move them to the end of a section"
        value=""
        onChange={(event) => moveTo(event.currentTarget.value)}
        data={[
          { value: '', label: 'Move to …' },
          ...work.sections.map(({ sectionId, name }) => ({ value: sectionId, label: name })),
        ]}
      />
      <Button size="xs" variant="default" onClick={() => void duplicate(state, work)}>
        Duplicate
      </Button>
      <Unavailable why={state.active && removalProblem(state.active, items)}>
        <Button size="xs" variant="default" color="red" onClick={() => void remove(state, work)}>
          Delete
        </Button>
      </Unavailable>
    </>
  );
}
