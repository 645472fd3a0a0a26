/** The sections of a long form, in the aside: each a link to its heading, the one that is being read marked. */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import classes from './section-index.module.css';

export const sectionId = (title: string): string => `section-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
const sectionOf = (title: string) => document.getElementById(sectionId(title));

/** Fewer are seen at a glance. */
export const fewest = 3;

/** The bar on top. */
const top = 60;

/**
 * The last section that begins above the line that is read at. The line goes down the window as the page goes by, so
 * that the last section, which may never come to the top, has its turn too.
 */
function readNow(titles: readonly string[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement;
  const most = scrollHeight - clientHeight;
  const line = top + (clientHeight - top) * (most > 0 ? Math.min(1, scrollY / most) : 0);
  const begun = titles.filter((title) => (sectionOf(title)?.getBoundingClientRect().top ?? Infinity) <= line + 1);
  return begun.at(-1) ?? titles[0];
}

/** A section that was chosen, with the place of the page and its own in the window (both in pixels). */
type Chosen = { title: string; page: number; section: number | undefined };

const placeOf = (title: string): Chosen => ({
  title,
  page: scrollY,
  section: sectionOf(title)?.getBoundingClientRect().top,
});

/**
 * What was chosen is the current one until the page is scrolled on from there: then the page and the section have both
 * moved. Where one alone has, something above the section came late (an editor, a picture), and nobody scrolled.
 */
function stillChosen(chosen: Chosen | undefined): Chosen | undefined {
  if (chosen === undefined) return undefined;
  const now = placeOf(chosen.title);
  return now.page === chosen.page || now.section === chosen.section ? now : undefined;
}

export function SectionIndex({ titles }: { titles: readonly string[] }) {
  const [current, setCurrent] = useState(titles[0]);
  const chosen = useRef<Chosen>(undefined);
  useEffect(() => {
    const read = () => {
      chosen.current = stillChosen(chosen.current);
      setCurrent(chosen.current?.title ?? readNow(titles));
    };
    read();
    window.addEventListener('scroll', read, { passive: true });
    window.addEventListener('resize', read);
    return () => {
      window.removeEventListener('scroll', read);
      window.removeEventListener('resize', read);
    };
  }, [titles]);
  const go = (event: MouseEvent, title: string) => {
    event.preventDefault();
    const section = sectionOf(title);
    section?.scrollIntoView();
    // What follows is reached from there by Tab.
    section?.focus({ preventScroll: true });
    chosen.current = placeOf(title);
    setCurrent(title);
  };
  return (
    <nav className={classes['index']} aria-label="Sections">
      {titles.map((title) => (
        <a
          key={title}
          href={`#${sectionId(title)}`}
          aria-current={title === current ? 'location' : undefined}
          onClick={(event) => go(event, title)}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
