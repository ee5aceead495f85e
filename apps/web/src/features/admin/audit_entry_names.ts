import type { AdminActKind } from '#modules/admin/api'

const names: Record<AdminActKind, string> = {
  rubies_granted: 'Rubies granted',
  rubies_deducted: 'Rubies deducted',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
  account_opened: 'Account created',
  password_reset: 'Password reset',
  second_factor_removed: 'Two-step sign-in removed',
  admin_named: 'Admin rights granted',
  admin_withdrawn: 'Admin rights revoked',
  character_deleted: 'Character deleted',
  character_image_changed: 'Image changed',
  character_image_generated: 'Image generated',
  first_message_changed: 'First message changed',
  landing_changed: 'Landing page changed',
  characters_imported: 'Characters imported',
  comment_removed: 'Comment removed',
  comment_restored: 'Comment restored',
  mail_read: 'Mail read',
  model_reason_changed: 'Reason for a model changed',
  card_import_started: 'Card import started',
  card_import_canceled: 'Card import canceled',
}

/** Falls back to the raw kind, which may be newer than this page. */
export const auditEntryName = (kind: AdminActKind): string => names[kind] ?? kind
