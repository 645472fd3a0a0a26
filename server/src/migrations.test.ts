/** Tests that landed migrations stay as they are: databases and backups have their checksums. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';

let target: TestDatabase;
beforeAll(async () => {
  target = await testDatabase();
});
afterAll(() => target.drop());

it('applies the landed migrations unchanged; a new one adds its line', async () => {
  const client = new pg.Client(target.ownerUrl);
  await client.connect();
  const { rows } = await client
    .query<{ line: string }>(`select name || ' ' || left(checksum, 12) as line from migration.applied order by name`)
    .finally(() => client.end());
  expect(rows.map(({ line }) => line)).toEqual([
    '0001_platform.sql e2d46f97cf46',
    '0002_audit.sql b17472131424',
    '0003_audit_changes.sql f07eaeab3187',
    '0004_user.sql 374ed2c23cde',
    '0005_upload.sql b5f9af51c310',
    '0006_list.sql d566239276d4',
    '0007_course.sql 909a039431e0',
    '0008_learning_path.sql a3ff5c9efeea',
    '0009_quiz.sql adf57b16015e',
    '0010_calendar.sql 5015d0d6a99b',
    '0011_product.sql cbb4b56bc9a8',
    '0012_order.sql 2c3d76dc0d69',
    '0013_subscription.sql 4601691b7d16',
    '0014_discount.sql 97e62221c794',
    '0015_voucher.sql 74699d38371b',
    '0016_sales.sql 4e65504a9e7c',
    '0017_submission.sql 5c5f67c2d4dc',
    '0018_certificate.sql 026cc471cfdb',
    '0019_order_tracking.sql f8f789750ec8',
    '0020_desk.sql e3e406c9f16d',
    '0021_access.sql f48c357c837a',
    '0022_reference_rows.sql 7d3726f1b6ba',
    '0026_person.sql 775ec3ecd7a1',
    '0028_pickers.sql 714579b2d767',
    '0029_saved_view_pin.sql 6100d6f0277f',
    '0030_today.sql 44471255ce10',
    '0032_campaign.sql 26e36f2ab9b4',
    '0035_certificate_ready.sql 817abe14081e',
    '0036_people.sql 50cccb26b084',
    '0037_account_mail.sql c9ac3b283566',
    '0038_import.sql 13c89950355a',
    '0039_segments.sql 02b52f20bcef',
    '0040_brand.sql c799840ca1e2',
    '0041_second_factor.sql 846172ac926a',
    '0044_lives.sql b82ee11cac1d',
    '0047_email_key.sql 3db5d04f707a',
    '0050_exports.sql 86d8aeff34ec',
    '0052_rights_of_paths_and_videos.sql 88a28eb0ed9b',
    '0054_api_key.sql dfde6e9b7eda',
    '0056_shop_order.sql 5d4a52c62fa9',
    '0057_catalogue.sql e667e1c2fca0',
    '0058_learning_reports.sql d00716e26914',
    '0060_webhook.sql d49319281db9',
    '0061_webhook_due.sql c6b5bc4f03e6',
    '0062_attendance_evidence.sql 147f453df8e4',
    '0064_proposal.sql f05132d54660',
    '0065_agent_sign_in.sql 233d21850f8b',
    '0066_payment.sql 29d86c7c5ab5',
    '0068_payment_link.sql 38e39422de53',
    '0070_paper.sql 3221b40bd822',
    '0071_refund.sql 410d9d6440f5',
    '0072_refund_sales.sql ffea98600817',
    '0073_bank_statement.sql 56882646129a',
    '0074_bank_words.sql 000a85ab65b7',
    '0075_payment_difference.sql b23b41415902',
    '0076_difference_of_bank_line.sql ccb007620a00',
    '0077_payout.sql 29926529057c',
    '0079_company.sql edbbcab69e22',
    '0080_company_mail.sql b69ad16066a6',
    '0081_order_buyer_version.sql f3ea0bd1bb84',
    '0083_columns_of_lists.sql 4ed175c780fa',
    '0084_refund_of_excess.sql 86ab3b4c1bb0',
    '0085_closed_seats.sql 13deeb627ff0',
    '0086_place_transfer.sql e553278bd2ba',
    '0087_waiting_list.sql 5274b4367c51',
    '0088_access_term.sql e7477aa2f2e6',
    '0089_learning_desk.sql 36fc495663bf',
    '0090_broadcast.sql 78cb872d5837',
    '0091_risk_by_changes.sql ecd17cf2830a',
    '0092_question_html.sql df9dfedc9af6',
    '0094_trail_seal.sql 366105ffd5d7',
    '0095_path_term.sql e0c626dc8169',
    '0096_broadcast_segment.sql d4c5a11a5fdf',
    '0097_path_term_index.sql 2051d74e6aa1',
    '0098_consent_by_state.sql fc56e65de16b',
    '0099_sales_of_day.sql 7c62323f2b0a',
    '0100_coretax_index.sql 1b6060ad6c72',
    '0101_paid_documents.sql 82e1ac2401e8',
  ]);
});
