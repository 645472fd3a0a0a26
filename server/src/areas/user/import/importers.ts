/** Kinds of imports: how rows are planned, and the batch that writes them, by kind. */
import type { ImportKind } from '#contract/user/import/columns.ts';
import type { ImportForm, ImportPreview } from '#contract/user/import/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import type { RecordedKind } from '#shared/batch/kind.ts';
import { memberImportBatch } from './member-batch.ts';
import { onceEach, planMember } from './members.ts';
import { membershipImportBatch, planMemberships } from './memberships.ts';
import { orderImportBatch, planOrders } from './orders.ts';
import type { MatchedRow, PlannedRow } from './plan.ts';

interface Importer {
  batch: RecordedKind;
  plan: (
    db: Db,
    rows: readonly MatchedRow[],
    form: ImportForm,
  ) => Promise<{ rows: PlannedRow[]; effects: Partial<ImportPreview['effects']> }>;
}

const members: Importer = {
  batch: memberImportBatch,
  plan: async (_db, matched, { mails }) => {
    const once = onceEach();
    const rows = matched.map(({ row, match }) => once(planMember(row, match), match));
    return { rows, effects: { mails: mails ? rows.filter(({ state }) => state === 'new').length : 0 } };
  },
};

export const importers: Readonly<Record<ImportKind, Importer>> = {
  members,
  memberships: { batch: membershipImportBatch, plan: planMemberships },
  orders: { batch: orderImportBatch, plan: planOrders },
};
