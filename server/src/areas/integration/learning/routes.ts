/** HTTP endpoints for the members' site: access, progress, attempts, submissions and certificates. */
import type { FastifyInstance } from 'fastify';
import * as attendance from '#contract/integration/attendance.ts';
import * as certificates from '#contract/integration/certificates.ts';
import * as contents from '#contract/integration/contents.ts';
import * as vouchers from '#contract/integration/event-vouchers.ts';
import * as learning from '#contract/integration/learning.ts';
import { acceptFormData } from '#platform/http/form-data.ts';
import { serve } from '#platform/http/serve.ts';
import { transactionAs } from '#platform/transaction.ts';
import { accessOfMember, accessToCourse, accessToPath } from './access.ts';
import { saveEvidence } from './attendance.ts';
import { certificateByCode, certificatesOfMember } from './certificates.ts';
import { openLesson, openQuiz } from './contents.ts';
import { redeemOfMember, vouchersOfMember } from './event-vouchers.ts';
import { saveProgress } from './progress.ts';
import { addAttempt } from './quiz-attempts.ts';
import { addOne, beforeStoring, storeFile } from './submissions.ts';

export async function learningRoutes(app: FastifyInstance): Promise<void> {
  const { config, storage } = app.deps;
  serve(app, learning.getMemberAccess, ({ params, db }) => accessOfMember(db, params.externalId));
  serve(app, contents.getMemberCourse, ({ params, db }) => accessToCourse(db, params));
  serve(app, contents.getMemberPath, ({ params, db }) => accessToPath(db, params));
  serve(app, contents.getMemberLesson, ({ params, db, tenant }) => openLesson(db, { tenant, config }, params));
  serve(app, contents.getMemberQuiz, ({ params, db, tenant }) => openQuiz(db, { tenant, config }, params));
  serve(app, learning.putProgress, ({ body, db }) => saveProgress(db, body.items));
  serve(app, learning.addQuizAttempt, ({ body, db }) => addAttempt(db, body));
  serve(app, attendance.putAttendance, ({ body, db, caller }) => saveEvidence(db, body.items, caller.name));
  serve(app, vouchers.listMemberVouchers, ({ params, db }) => vouchersOfMember(db, params.externalId));
  serve(app, vouchers.redeemMemberVoucher, ({ params, body, db }) => redeemOfMember(db, params.externalId, body));
  serve(app, certificates.getCertificate, ({ params, db, tenant }) =>
    certificateByCode(db, { tenant, config }, params.code),
  );
  serve(app, certificates.listMemberCertificates, ({ params, db, tenant }) =>
    certificatesOfMember(db, { tenant, config }, params.externalId),
  );
  await app.register(async (scope) => {
    acceptFormData(scope, learning.addSubmission.filePart!);
    serve(
      scope,
      learning.addSubmission,
      async ({ body, db, tenant, caller, request: { file, fileName, id } }) => {
        const stored = await beforeStoring(db, body, file !== null);
        if (stored) return stored;
        // Outside of the transaction, so that a slow store does not hold a connection.
        const url = file && (await storeFile(db, storage, tenant, { name: fileName, bytes: file }));
        return transactionAs(caller, db, id, (transaction) => addOne(transaction, body, url));
      },
      { ownTransactions: true },
    );
  });
}
