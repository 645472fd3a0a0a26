/** The name of a product: a link to its page where the person may open it. */
import { Link } from '@tanstack/react-router';
import { getCourse } from '#contract/course.ts';
import { mayCall } from '#contract/kernel.ts';
import { learningPaths } from '#contract/learning-path.ts';
import { role } from '../api/session.ts';

/** A course of the other type leads on to its own page. */
const pages = {
  course: { to: '/course/flexy/$id', opens: getCourse },
  'learning-path': { to: '/learning-path/$id', opens: learningPaths.get },
} as const;

interface Props {
  /** Absent: a product without a page. */
  kind: keyof typeof pages | undefined;
  id: string;
  name: string;
}

export function ProductLink({ kind, id, name }: Props) {
  const page = kind && pages[kind];
  return page && mayCall(page.opens, role() ?? '') ? (
    <Link to={page.to} params={{ id }} title={name}>
      {name}
    </Link>
  ) : (
    <span title={name}>{name}</span>
  );
}
