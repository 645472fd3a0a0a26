/** Icon of an item's type. */
import {
  IconArticle,
  IconClipboardList,
  IconFile,
  IconFolder,
  IconListCheck,
  IconPlayerPlay,
  IconUsers,
} from '@tabler/icons-react';
import type { ItemType } from '#contract/course/lesson/rules.ts';
import classes from './curriculum.module.css';

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
