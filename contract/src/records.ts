/** The kinds of record, by the name of their table: what people call them, and by which column they know one. */

/** Where the words are others than the table's name. */
const words: Readonly<Record<string, string>> = {
  course_section: 'section',
  order_item: 'item',
  tracking_document: 'tracked order',
};
const plurals: Readonly<Record<string, string>> = { quiz: 'quizzes', person: 'people' };

/** `section`; a table that is not known here is called by its name, `learning path`. */
export const thingOf = (table: string): string => words[table] ?? table.replaceAll('_', ' ');

/** `1 section`, `5 sections` and so on, without the number. */
export const thingsOf = (table: string): string => plurals[thingOf(table)] ?? `${thingOf(table)}s`;

/** The column with the name of a record that others belong to; a test holds this against the database. */
export const nameColumns: Readonly<Record<string, string>> = {
  user: 'name',
  course: 'name',
  course_section: 'name',
  lesson: 'name',
  learning_path: 'name',
  discount: 'name',
  order: 'invoice_number',
};

/** How an entry of the trail names a record: `course:01890000-…`. */
export const recordKey = (table: string, id: string): string => `${table}:${id}`;
export const tableOf = (key: string): string => key.slice(0, key.indexOf(':'));
export const idOf = (key: string): string => key.slice(key.indexOf(':') + 1);
