/** Checkboxes for the sections and items of a course; a section's checkbox stands for all of its items. */
import type { ItemType } from '#contract/course/lesson/rules.ts';
import { itemTypeNames } from '#contract/course/lesson/rules.ts';
import { type Section, keyOf, sectionKey } from './order.ts';
import classes from './copy-dialog.module.css';

interface Props {
  sections: readonly Section[];
  ticked: ReadonlySet<string>;
  setTicked: (ticked: ReadonlySet<string>) => void;
}

const keysOf = ({ sectionId, items }: Section) => [sectionKey(sectionId), ...items.map(keyOf)];

export function CopyTicks({ sections, ticked, setTicked }: Props) {
  const tickSection = (section: Section, isOn: boolean) => {
    const next = new Set(ticked);
    for (const key of keysOf(section)) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    setTicked(next);
  };
  const tickItem = (section: Section, key: string, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(key);
    else next.delete(key);
    const isWhole = section.items.every((item) => next.has(keyOf(item)));
    if (isWhole) next.add(sectionKey(section.sectionId));
    else next.delete(sectionKey(section.sectionId));
    setTicked(next);
  };
  return (
    <div className={classes['ticks']} role="group" aria-label="What is copied">
      {sections.map((section) => {
        const isOn = ticked.has(sectionKey(section.sectionId));
        return (
          <div key={section.sectionId} role="group" aria-label={section.name}>
            <label className={classes['section']}>
              <input
                type="checkbox"
                checked={isOn}
                ref={(box) => {
                  if (box) box.indeterminate = !isOn && section.items.some((item) => ticked.has(keyOf(item)));
                }}
                onChange={({ currentTarget }) => tickSection(section, currentTarget.checked)}
              />
              <span>{section.name}</span>
            </label>
            {section.items.map((item) => (
              <label key={keyOf(item)} className={classes['item']}>
                <input
                  type="checkbox"
                  checked={ticked.has(keyOf(item))}
                  onChange={({ currentTarget }) => tickItem(section, keyOf(item), currentTarget.checked)}
                />
                <span>{item.name}</span>
                <small>{itemTypeNames[item.type as ItemType]}</small>
              </label>
            ))}
          </div>
        );
      })}
    </div>
  );
}
