/** Input for a new section: Enter creates it and focuses its row. */
import { Button, Loader } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { focusLine } from './tree-state.ts';
import type { Curriculum } from './use-curriculum.ts';
import classes from './curriculum.module.css';

interface Props {
  work: Curriculum;
  choose: (key: string) => void;
  /** Called when the section is created or the input is cancelled. */
  end: () => void;
}

export function NewSection({ work, choose, end }: Props) {
  const [name, setName] = useState('');
  const [isMaking, setMaking] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  const make = async () => {
    if (isMaking) return;
    setMaking(true);
    const made = await work.addSection(name.trim());
    setMaking(false);
    // A refused name stays, to be sent again.
    if (!made) return;
    // The first section replaces the empty state by the tree.
    const isHere = !line.current || line.current.contains(document.activeElement);
    end();
    if (!isHere) return;
    choose(made);
    focusLine(made);
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') void make();
    if (key === 'Escape' && !isMaking) end();
  };
  return (
    <div ref={line} className={classes['section']}>
      <input
        className={classes['input']}
        aria-label="Name of the new section"
        placeholder="Name, or Enter for a generated one"
        value={name}
        readOnly={isMaking}
        maxLength={150}
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={({ relatedTarget }) => {
          if (!name.trim() && !isMaking && !line.current?.contains(relatedTarget)) end();
        }}
      />
      {isMaking ? (
        <Loader size={14} aria-label="It is being added" />
      ) : (
        <Button size="compact-sm" onClick={() => void make()}>
          Add
        </Button>
      )}
    </div>
  );
}
