/** One section of the start page: heading with link, total and first rows. */
import { Skeleton } from '@mantine/core';
import { IconChevronRight, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { formatTotal } from '#kit/format/formats.ts';
import type { Row } from './rows.tsx';
import type { Section } from './sections.ts';
import classes from './home-page.module.css';

function Item({ to, search, name, about, fact, meetingUrl }: Row) {
  return (
    <li>
      <Link to={to} {...(search && { search })} className={classes['row']}>
        <span className={classes['texts']}>
          <span title={name}>{name}</span>
          <span title={about}>{about}</span>
        </span>
        {fact && <span className={classes['fact']}>{fact}</span>}
      </Link>
      {meetingUrl && (
        <a href={meetingUrl} target="_blank" rel="noreferrer" className={classes['join']} aria-label={`Join ${name}`}>
          <IconVideo size={16} stroke={1.6} aria-hidden /> <span>Join</span>
        </a>
      )}
    </li>
  );
}

export function Waiting({ title, total, isTotalCapped, where, lists, rows }: Section) {
  const id = useId();
  const count = [total > 0 && formatTotal(total, isTotalCapped), where].filter(Boolean).join(' ');
  const [only, ...more] = lists;
  const isOne = only !== undefined && more.length === 0;
  return (
    <section className={classes['block']} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {isOne ? (
            <Link to={only.to} search={only.search}>
              {title} <span>{count}</span>
              <IconChevronRight size={16} stroke={1.6} aria-hidden />
            </Link>
          ) : (
            <>
              {title} <span>{count}</span>
            </>
          )}
        </h2>
        {more.length > 0 && (
          <nav aria-label={`Lists of: ${title}`}>
            {lists.map((list) => (
              <Link key={list.to} to={list.to} search={list.search}>
                {list.label} <span>{formatTotal(list.total)}</span>
              </Link>
            ))}
          </nav>
        )}
      </header>
      <ul>
        {rows.map(({ key, ...row }) => (
          <Item key={key} {...row} />
        ))}
      </ul>
    </section>
  );
}

/** Skeleton with the height of a section of three rows. */
export const WaitingBones = () => (
  <div className={classes['blocks']}>
    {[0, 1, 2, 3].map((block) => (
      <div key={block} className={classes['block']}>
        <header>
          <Skeleton h={14} w={160} />
        </header>
        <ul>
          {[0, 1, 2].map((row) => (
            <li key={row} className={classes['bone']}>
              <Skeleton h={12} w="55%" />
              <Skeleton h={10} w="35%" />
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
);
