/** The calls of admins, and of support and moderators. */

import type {
  ListedInvitation,
  Role,
  SignUpChange,
  SignUpSettings,
  SitePage,
  SitePageName,
  WaitingAddress,
} from '#modules/accounts/api'
import type {
  BuiltInSet,
  AdminCharacter,
  Character,
  HeldReview,
  HeldReviewDetails,
  ImportAnswer,
} from '#modules/gallery/api'
import type { ById, Call, Done } from '#modules/kernel/calls'
import type { CodeBatch, LedgerCheckReport, NewCodeBatch } from '#modules/economy/api'
import type {
  AdminActRow,
  AdminAnnouncement,
  AdminDebt,
  AdminMail,
  AdminMailContent,
  AdminModel,
  AdminNotice,
  AdminUser,
  AnnouncementBody,
  Announcements,
  CardImport,
  Dashboard,
  GeneratedCharacterImage,
  MadeCodes,
  NoticeBody,
  ReviewDecisionBody,
  RubyAdjustmentAnswer,
  RubyAdjustmentBody,
} from './api.ts'

interface OfUser {
  params: { userId: string }
}
/** A page of a list, or of its matches. */
interface Search {
  query: { limit: number; q?: string }
}

export const listUsers: Call<AdminUser[], Search> = 'GET /api/admin/users'
export const disableUser: Call<AdminUser, OfUser & { body: { disabled: boolean } }> =
  'PUT /api/admin/users/:userId/disabled'
/** For people with lower roles than the caller's, and to such roles. */
export const changeRole: Call<AdminUser, OfUser & { body: { role: Role } }> = 'PUT /api/admin/users/:userId/role'
export const adjustRubies: Call<RubyAdjustmentAnswer, OfUser & { body: RubyAdjustmentBody }> =
  'POST /api/admin/users/:userId/rubies'
export const listDebts: Call<AdminDebt[], { query: { limit: number } }> = 'GET /api/admin/debts'
export const getLedgerCheck: Call<LedgerCheckReport | null> = 'GET /api/admin/ledger-check'
export const listCodeBatches: Call<CodeBatch[], { query: { limit: number } }> = 'GET /api/admin/code-batches'
export const makeCodes: Call<MadeCodes, { body: NewCodeBatch }> = 'POST /api/admin/code-batches'
export const revokeCodes: Call<CodeBatch, ById> = 'POST /api/admin/code-batches/:id/revoke'
export const listModels: Call<AdminModel[]> = 'GET /api/admin/models'
export const explainModel: Call<AdminModel[], { params: { tier: string }; body: { reason: string | null } }> =
  'PUT /api/admin/models/:tier/reason'
export const listMails: Call<AdminMail[], { query: { limit: number } }> = 'GET /api/admin/mails'
/** Each call is recorded in the audit log. */
export const getMail: Call<AdminMailContent, ById> = 'GET /api/admin/mails/:id'
export const listActs: Call<AdminActRow[], Search> = 'GET /api/admin/acts'
export const getDashboard: Call<Dashboard> = 'GET /api/admin/dashboard'

export const getSignUp: Call<SignUpSettings> = 'GET /api/admin/sign-up'
export const changeSignUp: Call<SignUpSettings, { body: SignUpChange }> = 'PUT /api/admin/sign-up'
export const listAllInvitations: Call<ListedInvitation[], { query: { limit: number } }> = 'GET /api/admin/invitations'
export const listWaitingAddresses: Call<WaitingAddress[], { query: { limit: number } }> = 'GET /api/admin/waiting-list'
/** For all people, with or without a session. */
export const getAnnouncements: Call<Announcements> = 'GET /api/announcements'
/** All of them, newest first. */
export const listAnnouncements: Call<AdminAnnouncement[]> = 'GET /api/admin/announcements'
export const createAnnouncement: Call<AdminAnnouncement, { body: AnnouncementBody }> = 'POST /api/admin/announcements'
export const changeAnnouncement: Call<AdminAnnouncement, ById & { body: AnnouncementBody }> =
  'PUT /api/admin/announcements/:id'
export const deleteAnnouncement: Call<Done, ById> = 'DELETE /api/admin/announcements/:id'

/** The notice that a machine writes. */
export const getNotice: Call<AdminNotice> = 'GET /api/admin/notice'
export const changeNotice: Call<AdminNotice, { body: NoticeBody }> = 'PUT /api/admin/notice'
/** Returns to the notice of the configuration. */
export const resetNotice: Call<AdminNotice> = 'DELETE /api/admin/notice'

/** Publishes a new version of one of the operator's pages. */
export const publishPage: Call<SitePage, { params: { name: SitePageName }; body: { text: string } }> =
  'PUT /api/admin/pages/:name'

export const listAllCharacters: Call<AdminCharacter[], Search> = 'GET /api/admin/characters'
export const removeCharacter: Call<Done, ById> = 'DELETE /api/admin/characters/:id'
export const setCharacterImage: Call<Character, ById & { body: { imageUrl: string } }> =
  'PUT /api/admin/characters/:id/image'
export const setFirstMessage: Call<Character, ById & { body: { firstMessage: string } }> =
  'PUT /api/admin/characters/:id/first-message'
export const setOnLanding: Call<AdminCharacter, ById & { body: { shown: boolean } }> =
  'PUT /api/admin/characters/:id/landing'
export const drawCharacterImage: Call<GeneratedCharacterImage, { body: { characterId: string; prompt: string } }> =
  'POST /api/admin/generate-character-image'
export const importCharacters: Call<ImportAnswer, { body: Blob }> = 'POST /api/admin/import-characters'
export const importBuiltIn: Call<ImportAnswer, { body: { set: BuiltInSet } }> = 'POST /api/admin/import-new-characters'

/** Content that is held before publication: what sexualizes minors first, then the oldest. */
export const listHeld: Call<HeldReview[], { query: { limit: number } }> = 'GET /api/admin/reviews'
export const getHeld: Call<HeldReviewDetails, ById> = 'GET /api/admin/reviews/:id'
export const decideReview: Call<Done, ById & { body: ReviewDecisionBody }> = 'POST /api/admin/reviews/:id/decision'

export const startCardImport: Call<CardImport, { body: FormData }> = 'POST /api/admin/card-imports'
export const listCardImports: Call<CardImport[]> = 'GET /api/admin/card-imports'
export const getCardImport: Call<CardImport, ById> = 'GET /api/admin/card-imports/:id'
export const cancelCardImport: Call<CardImport, ById> = 'POST /api/admin/card-imports/:id/cancel'
/** A download of JSON lines: the outcome of each file, and each refused entry of a JSON list. */
export const getCardImportReport: Call<never, ById> = 'GET /api/admin/card-imports/:id/report'
