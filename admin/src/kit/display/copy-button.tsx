/** Button that copies a text and shows a short confirmation. */
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copyable.module.css';

interface Props {
  text: string;
  /** Noun for the button's label: "e-mail". */
  what: string;
  /** Shown instead of the icon: the text itself. */
  shown?: string;
  className?: string | undefined;
  /** Skipped by the Tab key, where a page has many of these buttons. */
  isTabSkipped?: boolean;
}

export function CopyButton({ text, what, shown, className = '', isTabSkipped = false }: Props) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={`${classes['copy']} ${className}`}
      tabIndex={isTabSkipped ? -1 : undefined}
      aria-label={`Copy the ${what}${shown ? ` ${shown}` : ''}`}
      title={copied ? 'Copied' : `Copy the ${what}`}
      data-copied={copied || undefined}
      onClick={() => copy(text)}
    >
      {shown ? !copied && shown : <Icon size={14} stroke={1.6} aria-hidden />}
      <span className={classes['told']} role="status">
        {copied && 'Copied'}
      </span>
    </button>
  );
}
