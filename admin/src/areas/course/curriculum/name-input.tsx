/** Inline input for the name of a row. */
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './curriculum.module.css';

interface Props {
  name: string;
  /** Text of an earlier attempt that could not be saved. */
  typed: string | undefined;
  /** Called with undefined if the name stays. */
  done: (name: string | undefined) => void;
}

export function NameInput({ name, typed: before = name, done }: Props) {
  const [typed, setTyped] = useState(before);
  const isDone = useRef(false);
  const end = (next: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    done(next?.trim() && next.trim() !== name ? next.trim() : undefined);
  };
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') end(typed);
    if (event.key === 'Escape') end(undefined);
  };
  return (
    <input
      className={classes['input']}
      aria-label={`New name of ${name}`}
      value={typed}
      maxLength={150}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKey}
      // Leaving the input does not submit a refused name again.
      onBlur={() => end(typed === before ? undefined : typed)}
    />
  );
}
