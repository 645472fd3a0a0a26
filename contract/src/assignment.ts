/**
 * Assignments exist once: each link between two things is a row of this table (paths, wire key, rows, messages);
 * one service serves it and one panel shows it. Wire names (`course_ids`, …) stop here: inside there are ids.
 */
import { z } from 'zod';
import { type Area, type Messages, type Role, endpoint } from './kernel.ts';
import { assignPageSize, byId, category, id, ids, listQuery, listReply, optionalFlag, orBlank } from './fields.ts';

/** A row of an assignment list: what is, or can be, assigned. */
export const assignable = z.object({
  id,
  name: z.string(),
  thumbnail: z.string().nullable(),
  category: z.string().nullable(),
  price: z.int(),
  finalPrice: z.int(),
  isPublished: z.boolean(),
  isAssigned: z.boolean(),
  /** The discount that makes the final price; it need not be the one that is asked about. */
  discountedBy: z.object({ id, name: z.string() }).nullable(),
});
export type Assignable = z.infer<typeof assignable>;

/** The reply of every assignment list, whatever its rows are called; `rowsOf` reads them. */
type AssignableList = z.ZodType<{
  totalItems: number;
  isTotalCapped?: boolean | undefined;
  page: number;
  pageSize: number;
  [rows: string]: unknown;
}>;

interface AssignmentEntry {
  area: Area;
  roles: readonly Role[];
  url: `/${string}`;
  /** The list's key in replies, and its name in sentences. */
  rows: string;
  /** The key of the ids on the wire. */
  wireKey: string;
  assigned: Messages;
  unassigned: Messages;
}

/** Three endpoints from one entry: GET lists, PUT assigns, DELETE unassigns; both answer how many really changed. */
function assignment(entry: AssignmentEntry) {
  const { area, roles, url, rows, wireKey } = entry;
  const body = z.object({ [wireKey]: ids }).transform((wire) => ({ ids: wire[wireKey] as string[] }));
  const change = {
    area,
    roles,
    url,
    params: byId,
    body,
    reply: z.object({ changed: z.int() }),
  };
  return {
    area,
    rows,
    rowsOf: (reply: Record<string, unknown>) => reply[rows] as Assignable[],
    toWire: (chosen: readonly string[]): Record<string, string[]> => ({ [wireKey]: [...chosen] }),
    list: endpoint({
      area,
      method: 'GET',
      url,
      roles,
      params: byId,
      query: listQuery(
        { category: orBlank(category), isAssigned: optionalFlag },
        rows === 'paths' ? 2 * assignPageSize : assignPageSize,
      ),
      reply: listReply(rows, assignable) as unknown as AssignableList,
    }),
    assign: endpoint({ ...change, method: 'PUT', messages: entry.assigned }),
    unassign: endpoint({ ...change, method: 'DELETE', messages: entry.unassigned }),
  };
}

export const assignments = {
  discountCourses: assignment({
    area: 'discount',
    roles: ['admin'],
    url: '/admin/discount/:id/courses/',
    rows: 'courses',
    wireKey: 'course_ids',
    assigned: { ok: 'Assigned {changed} Courses from Discount', fail: 'Fail to assign course to discount' },
    unassigned: { ok: 'Unassigned {changed} Courses from Discount', fail: 'Fail to unassign course from discount' },
  }),
  discountPaths: assignment({
    area: 'discount',
    roles: ['admin'],
    url: '/admin/discount/:id/learning-path/',
    rows: 'paths',
    wireKey: 'path_ids',
    assigned: { ok: 'Assigned {changed} Paths from Discount', fail: 'Fail to assign path to discount' },
    unassigned: { ok: 'Unassigned {changed} Paths from Discount', fail: 'Fail to unassign path from discount' },
  }),
};

export type Assignment = ReturnType<typeof assignment>;
