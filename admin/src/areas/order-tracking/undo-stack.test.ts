/** Tests undo of status changes by `z` and Undo: each change once, and no refused one. */
import { expect, test, vi } from 'vitest';
import { type Change, UndoStack } from './undo-stack.ts';

const change = (id: string, to: Change['to'] = 'paid'): Change => ({
  order: { id } as Change['order'],
  from: 'unpaid',
  to,
});
const yes = Promise.resolve(true);
const no = Promise.resolve(false);

test('undo reverts the last change first, then the one before, each once', async () => {
  const made = new UndoStack();
  const [first, second] = [change('a'), change('b')];
  made.add(first, yes);
  made.add(second, yes);
  const writeBack = vi.fn(() => yes);
  expect(made.last).toBe(second);
  await made.undo(second, writeBack);
  expect(made.last).toBe(first);
  await made.undo(second, writeBack);
  await made.undo(first, writeBack);
  expect(writeBack).toHaveBeenCalledTimes(2);
  expect(made.last).toBeUndefined();
});

test('a refused change cannot be undone; an undo requested before the refusal writes nothing back', async () => {
  const made = new UndoStack();
  const before = change('a');
  made.add(before, yes);
  made.add(change('b'), no);
  await no;
  expect(made.last).toBe(before);
  const written = Promise.withResolvers<boolean>();
  const refused = change('b');
  made.add(refused, written.promise);
  const taking = made.undo(refused, async (isWritten) => !(await isWritten));
  written.resolve(false);
  await taking;
  expect(made.last).toBe(before);
});

test('undoing a change also drops later changes of its order', async () => {
  const made = new UndoStack();
  const [first, other, later] = [change('a'), change('b'), change('a', 'failed')];
  for (const one of [first, other, later]) made.add(one, yes);
  await made.undo(first, () => yes);
  expect(made.last).toBe(other);
  await made.undo(other, () => yes);
  expect(made.last).toBeUndefined();
});

test('a change whose undo was refused can be undone again', async () => {
  const made = new UndoStack();
  const one = change('a');
  made.add(one, yes);
  await made.undo(one, () => no);
  expect(made.last).toBe(one);
});
