/** Footer of a list: position, other pages and page size. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Unavailable } from '../feedback/unavailable.tsx';
import { formatNumber, formatTotal } from '../format/formats.ts';
import { fitsWindow } from './list-memory.ts';
import { span } from './list-state.ts';
import classes from './paging.module.css';

const sizes = [5, 10, 20, 50, 100];

interface Fixed {
  /** Absent: the page size is fixed. */
  onSize?: (size: number) => void;
  isFitting?: never;
}

interface Fitting {
  onSize: (size: number | typeof fitsWindow) => void;
  /** Whether the page size fits the window. */
  isFitting: boolean;
}

type Props = (Fixed | Fitting) & {
  page: number;
  pageSize: number;
  total: number;
  isCapped?: boolean | undefined;
  onPage: (page: number) => void;
  /** Name among the landmarks of a page with several lists. */
  label?: string;
  /** Content beside the position. */
  children?: ReactNode;
};

/** Position in the list, page navigation and page size. */
export function Paging({
  page,
  pageSize,
  total,
  isCapped = false,
  onPage,
  label = 'Pages',
  children,
  ...sizing
}: Props) {
  const { pages, from, to } = span({ page, pageSize }, total, isCapped);
  const isLast = page >= pages && !isCapped;
  const shownSizes = sizes.includes(pageSize) ? sizes : [...sizes, pageSize].toSorted((one, other) => one - other);
  const choose = (value: string) => {
    if (sizing.isFitting !== undefined && value === fitsWindow) sizing.onSize(value);
    else sizing.onSize?.(Number(value));
  };
  return (
    <nav className={classes['paging']} aria-label={label}>
      <span role="status">
        {total === 0
          ? 'None'
          : `${formatNumber(from)}–${formatNumber(Math.max(to, from))} of ${formatTotal(total, isCapped)}`}
      </span>
      {children}
      {sizing.onSize && (
        <label className={classes['size']}>
          Rows
          <select
            aria-label="Rows per page"
            value={sizing.isFitting ? fitsWindow : pageSize}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {sizing.isFitting !== undefined && <option value={fitsWindow}>Fit the window</option>}
            {shownSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      <Unavailable why={page <= 1 && 'This is the first page'} isShown>
        <ActionIcon variant="default" aria-label="Previous page" onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
      </Unavailable>
      <PageField page={page} pages={pages} isCapped={isCapped} onPage={onPage} />
      <Unavailable why={isLast && 'This is the last page'} isShown>
        <ActionIcon
          variant="default"
          aria-label="Next page"
          data-next-page={!isLast || undefined}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Unavailable>
    </nav>
  );
}

/** Input of the page number; Enter goes to the page. */
function PageField({
  page,
  pages,
  isCapped,
  onPage,
}: {
  page: number;
  pages: number;
  isCapped: boolean;
  onPage: (page: number) => void;
}) {
  const [text, setText] = useState(String(page));
  const [shown, setShown] = useState(page);
  if (shown !== page) {
    setShown(page);
    setText(String(page));
  }
  const go = () => {
    const typed = Number(text);
    const target = isCapped ? typed : Math.min(typed, pages);
    if (Number.isInteger(target) && target >= 1 && target !== page) onPage(target);
    else setText(String(page));
  };
  return (
    <label className={classes['page']}>
      Page
      <input
        inputMode="numeric"
        aria-label="Page"
        value={text}
        maxLength={7}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
        onBlur={go}
      />
      of {formatTotal(pages, isCapped)}
    </label>
  );
}
