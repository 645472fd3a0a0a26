/** Columns of attendance lists as they were mapped by hand, remembered per brand (ours). */
import { z } from 'zod';
import { choice, field } from '../../kernel/draft.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { text } from '../../kernel/fields.ts';
import { listFields } from './headings.ts';

const all = { area: 'course', roles: ['admin', 'instructor'], url: '/admin/attendance/columns/' } as const;

const columns = z
  .array(
    z.object({
      /** Heading, folded. */
      key: text(200),
      /** Content of the column in the list. */
      field: field(choice({ ...listFields, none: 'Left out' }), { label: 'Column' }),
    }),
  )
  .max(100, 'At most 100 columns');

/** Contents of the columns of attendance lists, by their folded headings. */
export const getListColumns = endpoint({ ...all, method: 'GET', reply: z.object({ columns }) });

/** Remembers what columns of attendance lists hold; others stay as they were. */
export const saveListColumns = endpoint({
  ...all,
  method: 'PUT',
  body: z.object({ columns: columns.min(1, 'Choose at least one column') }),
  reply: z.object({ changed: z.int() }),
  messages: { fail: 'The columns were not remembered' },
});
