/** Input row for new items: type and name; Enter or the button adds the item and continues below it. */
import { Button } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type ItemType, itemTypeNames } from '#contract/course/lesson/rules.ts';
import { LooseLine } from './waiting-line.tsx';
import classes from './curriculum.module.css';
import { choicesOf } from '#kit/format/choices.ts';

interface Props {
  style: { transform: string; height: number };
  type: ItemType;
  setType: (type: ItemType) => void;
  /** Adds items, in the order of the names. */
  add: (...names: string[]) => void;
  /** Stops adding and returns the focus to the rows. */
  end: () => void;
  /** Stops adding; the focus is elsewhere already. */
  leave: () => void;
}

/** Types that get a default name if none is typed (spec §3). */
const isNamed = (type: ItemType) => type === 'QUIZ' || type === 'SURVEY';

const longest = 150;

export function NewLine({ style, type, setType, add, end, leave }: Props) {
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const send = () => {
    if (!name.trim() && !isNamed(type)) return;
    add(name.trim());
    setName('');
  };
  /** Pasted lines become one item each. */
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/);
    const names = lines.map((line) => line.trim().slice(0, longest)).filter(Boolean);
    if (names.length < 2) return;
    event.preventDefault();
    add(...(name.trim() ? [name.trim(), ...names] : names));
    setName('');
  };
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') send();
    if (event.key === 'Escape') end();
  };
  /** For what stands beside the name; the tree has keys of its own. */
  const onSideKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') end();
  };
  return (
    <LooseLine style={style} label="A new item">
      <select
        aria-label="Type of the new item"
        value={type}
        onChange={(event) => setType(event.currentTarget.value as ItemType)}
        onKeyDown={onSideKey}
      >
        {choicesOf(itemTypeNames).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <input
        ref={field}
        className={classes['input']}
        aria-label="Name of the new item"
        placeholder={isNamed(type) ? 'Name, or Enter for a generated one' : 'Name, then Enter'}
        value={name}
        maxLength={longest}
        onPaste={onPaste}
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={(event) => {
          const isInside = event.currentTarget.parentElement?.contains(event.relatedTarget);
          if (!isInside && !name.trim()) leave();
        }}
      />
      <Button
        size="compact-xs"
        onKeyDown={onSideKey}
        onClick={() => {
          send();
          field.current?.focus();
        }}
      >
        Add
      </Button>
    </LooseLine>
  );
}
