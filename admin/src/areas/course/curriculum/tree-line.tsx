/** Row of the curriculum: icon, status, inline rename, drag and drop. */
import {
  IconEye,
  IconLock,
  IconArticle,
  IconClipboardList,
  IconFile,
  IconFolder,
  IconListCheck,
  IconPlayerPlay,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, memo, useRef, type KeyboardEvent, useState } from 'react';
import { type ItemType, emptyWords, itemTypeNames, lockRuleNames } from '#contract/course/lesson/rules.ts';
import { videoStatusNames } from '#contract/video/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { ShareBar } from '#kit/display/share-bar.tsx';
import { counted } from '#kit/format/formats.ts';
import { durationInWords } from '../progress-words.ts';
import type { Item, Row } from './order.ts';
import type { Reach } from './reach.ts';
import { useDragging } from '#kit/list/use-dragging.ts';
import dragging from '#kit/list/dragging.module.css';
import classes from './curriculum.module.css';

interface NameProps {
  name: string;
  /** Text of an earlier attempt that could not be saved. */
  typed: string | undefined;
  /** Called with undefined if the name stays. */
  done: (name: string | undefined) => void;
}

/** Inline input for the name of a row. */
function NameInput({ name, typed: before = name, done }: NameProps) {
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

const icons = {
  VIDEO: IconPlayerPlay,
  ARTICLE: IconArticle,
  FILE: IconFile,
  LIVE_CLASS: IconUsers,
  PROJECT: IconFolder,
  QUIZ: IconListCheck,
  SURVEY: IconClipboardList,
} as const;

export function ItemIcon({ type }: { type: ItemType }) {
  const Icon = icons[type];
  return <Icon size={16} aria-hidden className={classes['icon']} />;
}

interface Props {
  row: Row;
  isActive: boolean;
  isChosen: boolean;
  isFolded: boolean;
  isRenaming: boolean;
  /** Name that could not be saved. */
  typed: string | undefined;
  /** The row has unsaved changes. */
  isDirty: boolean;
  /** How far members get in the item. */
  reach: Reach | undefined;
  /** Pixels from the top. Primitives instead of an object, so that memo works. */
  start: number;
  size: number;
  /** Selection state; undefined outside of the selection mode. */
  isTicked: boolean | undefined;
  index: number;
  total: number;
  /** Stable, so that memo works. Called without a name, it keeps the current one. */
  rename: (row: Row, name: string | undefined) => Promise<void>;
}

export const styleAt = (start: number, size: number) => ({ transform: `translateY(${start}px)`, height: size });

export const TreeLine = memo(function TreeLine(props: Props) {
  const { row, isActive, isChosen, isFolded, isDirty, reach, start, size, isTicked, index, total } = props;
  const { section, item } = row;
  const line = useRef<HTMLDivElement>(null);
  const edge = useDragging(line, row.key);
  const { name } = item ?? section;
  const written = props.isRenaming ? (
    <NameInput name={name} typed={props.typed} done={(next) => void props.rename(row, next)} />
  ) : (
    <span className={classes['name']}>{name}</span>
  );
  return (
    <div
      ref={line}
      role="treeitem"
      aria-level={item ? 2 : 1}
      aria-posinset={index}
      aria-setsize={total}
      aria-selected={isChosen}
      aria-current={isActive ? 'true' : undefined}
      aria-label={[name, item ? wordsOf(item) : sectionWords(section.items.length), reach?.words]
        .filter(Boolean)
        .join(', ')}
      {...(!item && { 'aria-expanded': !isFolded })}
      tabIndex={isActive ? 0 : -1}
      className={`${classes['line']} ${dragging['target']}`}
      data-key={row.key}
      data-edge={edge}
      data-level={item ? 2 : 1}
      style={styleAt(start, size)}
    >
      {isTicked !== undefined && item && (
        <input type="checkbox" className={classes['tick']} checked={isTicked} readOnly tabIndex={-1} aria-hidden />
      )}
      {item ? (
        <ItemParts item={item} name={written} isDirty={isDirty} reach={reach} />
      ) : (
        <>
          <span className={classes['fold']} data-fold aria-hidden>
            ›
          </span>
          {written}
          <span className={classes['facts']} aria-hidden>
            {section.items.length}
          </span>
        </>
      )}
    </div>
  );
});

/** Short labels for the row; the form has the details. */
const stateWords = { PENDING: 'Waiting', RUNNING: 'Processing', FAILED: 'Failed' } as const;

const sectionWords = (items: number) => counted(items, 'item', 'items');

function wordsOf({ type, duration, isEmpty, isPreview, lockRule, videoStatus }: Item): string {
  const kind = type as ItemType;
  return [
    itemTypeNames[kind],
    duration > 0 && durationInWords(duration),
    isEmpty && emptyWords[kind],
    videoStatus !== '' && videoStatusNames[videoStatus].toLowerCase(),
    isPreview && 'preview',
    lockRule !== 'NONE' && `locked: ${lockRuleNames[lockRule].toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface ItemPartsProps {
  item: Item;
  name: ReactNode;
  isDirty: boolean;
  reach: Reach | undefined;
}

function ItemParts({ item, name, isDirty, reach }: ItemPartsProps) {
  const kind = item.type as ItemType;
  return (
    <>
      <ItemIcon type={kind} />
      {name}
      {isDirty && (
        <span className={classes['dirty']} title="Unsaved changes" aria-hidden>
          •
        </span>
      )}
      {item.isEmpty && <Badge colour="yellow">{emptyWords[kind]}</Badge>}
      {item.videoStatus !== '' && item.videoStatus !== 'FINISHED' && (
        <Badge colour={item.videoStatus === 'FAILED' ? 'red' : 'blue'}>{stateWords[item.videoStatus]}</Badge>
      )}
      <span className={classes['facts']} aria-hidden>
        {item.isPreview && <IconEye size={14} />}
        {item.lockRule !== 'NONE' && <IconLock size={14} />}
        {item.duration > 0 && durationInWords(item.duration)}
      </span>
      {reach && (
        <span className={classes['reach']} title={reach.words} aria-hidden>
          <ShareBar share={reach.share} />
          {reach.figures}
        </span>
      )}
    </>
  );
}
