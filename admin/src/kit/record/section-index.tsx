/** Links to the sections of a long form in the aside; the current section is marked. */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import classes from './section-index.module.css';

/** Element id of a section with this title. */
export const sectionId = (title: string): string => `section-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
const sectionOf = (title: string) => document.getElementById(sectionId(title));

/** Minimum number of sections for an index. */
export const minSections = 3;

/** Height of the top bar, in pixels. */
const top = 60;

/**
 * Last section that begins above the reading line. The line moves down the window with the scroll position, so that the
 * last section can be current, too.
 */
function currentSection(titles: readonly string[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement;
  const most = scrollHeight - clientHeight;
  const line = top + (clientHeight - top) * (most > 0 ? Math.min(1, scrollY / most) : 0);
  const begun = titles.filter((title) => (sectionOf(title)?.getBoundingClientRect().top ?? Infinity) <= line + 1);
  return begun.at(-1) ?? titles[0];
}

/** Chosen section, with the scroll position of the page and the section's position in the window (both in pixels). */
type Chosen = { title: string; page: number; section: number | undefined };

const placeOf = (title: string): Chosen => ({
  title,
  page: scrollY,
  section: sectionOf(title)?.getBoundingClientRect().top,
});

/**
 * Keeps the chosen section current until the page is scrolled: then both positions have changed. If only one has,
 * content above the section was loaded late.
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
      setCurrent(chosen.current?.title ?? currentSection(titles));
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
    // Tab continues from the section.
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
