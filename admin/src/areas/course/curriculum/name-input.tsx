/** The name of a line of the curriculum, which is written in place. */
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './curriculum.module.css';

interface Props {
  name: string;
  /** What was typed before, and could not be saved. */
  typed: string | undefined;
  /** Undefined: it stays. */
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
      // A name that was refused is not sent again by going elsewhere.
      onBlur={() => end(typed === before ? undefined : typed)}
    />
  );
}
