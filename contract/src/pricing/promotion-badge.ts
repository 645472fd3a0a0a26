/** Badge of a discount or voucher: its status, or why it lowers no price although it is active. Pure. */
import { SwitchStatus } from '../kernel/switch-status.ts';

/** Words of the badges, which lists filter by; `status` is only derived from switch and period. */
export const promotionBadges = [
  'active',
  'scheduled',
  'inactive',
  'expired',
  'draft',
  'used-up',
  'no-products',
] as const;
export type PromotionBadge = (typeof promotionBadges)[number];
/** Words of the badges that a discount can have. */
export const discountBadges = ['active', 'scheduled', 'inactive', 'expired', 'no-products'] as const;

/** Facts of a discount or voucher; a discount has only the required ones. */
export interface Promotion {
  status: SwitchStatus;
  totalAssigned: number;
  isPublished?: boolean;
  allProduct?: boolean;
  usedCount?: number;
  quota?: number | null;
}

/** Badge of a discount or voucher; the server's SQL is `promotionBadge` (promotion-badge.ts). */
export function badgeOf(promotion: Promotion): PromotionBadge {
  const { status, totalAssigned, isPublished = true, allProduct = false, usedCount = 0, quota = null } = promotion;
  if (status === SwitchStatus.INACTIVE) return 'inactive';
  if (status === SwitchStatus.EXPIRED) return 'expired';
  if (!isPublished) return 'draft';
  if (quota !== null && usedCount >= quota) return 'used-up';
  if (totalAssigned === 0 && !allProduct) return 'no-products';
  return status === SwitchStatus.ACTIVE ? 'active' : 'scheduled';
}
