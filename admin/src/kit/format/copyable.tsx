/** A text that people carry elsewhere (an e-mail address, a phone, an invoice): a button that copies it appears beside it. */
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copyable.module.css';

interface Props {
  text: string;
  /** What it is, for the button's name: "e-mail". */
  what: string;
  /** How it is shown, where that is not as it is copied. */
  children?: ReactNode;
  /** The button is there without the mouse: to copy is what comes next. */
  isNext?: boolean;
}

/** A long e-mail address breaks behind its @ first. */
const broken = (text: string) => (
  <span>{text.split(/(?<=@)/).flatMap((part, at) => (at > 0 ? [<wbr key={at} />, part] : [part]))}</span>
);

export function Copyable({ text, what, children = broken(text), isNext = false }: Props) {
  if (!text) return '–';
  return (
    <span className={classes['copyable']} data-next={isNext || undefined}>
      {children}
      <CopyButton text={text} what={what} />
    </span>
  );
}
