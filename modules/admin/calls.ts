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
import type { ById, Call, Done, Page } from '#modules/kernel/calls'
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
  query?: Page & { q?: string }
}

/** All users, newest first. `q` matches name, e-mail or username, ignoring case. `limit` (default and maximum 500), `cursor`. */
export const listUsers: Call<AdminUser[], Search> = 'GET /api/admin/users'
/**
 * Disables an account, or enables it again. A disabled account loses its sessions and replies, and its public characters are hidden. 422 `oneself` for the caller's own. 403 `proof_needed` an hour after the sign-in, 403 `role_too_high`. Audited.
 */
export const disableUser: Call<AdminUser, OfUser & { body: { disabled: boolean } }> =
  'PUT /api/admin/users/:userId/disabled'
/**
 * Gives a user another [role](#roles) below the caller's own. 422 `oneself`. 403 `role_too_high`, `proof_needed`, and for admins
 * `second_factor_required`. Audited.
 */
export const changeRole: Call<AdminUser, OfUser & { body: { role: Role } }> = 'PUT /api/admin/users/:userId/role'
/**
 * Grants rubies to a user, or deducts them with a negative amount. Support grants up to 1,000 within 24 hours, otherwise 403
 * `over_daily_limit`, and deducts nothing. Admins who grant over 10,000 within 24 hours need a recent proof, otherwise 403 `proof_needed`. 403
 * `role_too_high`. Audited.
 */
export const adjustRubies: Call<RubyAdjustmentAnswer, OfUser & { body: RubyAdjustmentBody }> =
  'POST /api/admin/users/:userId/rubies'
/** Users with debts, largest first. `limit` 100, at most 500, `cursor`. The latest 10 `lines`. `cause` is `refund`, `dispute` or `payment`. */
export const listDebts: Call<AdminDebt[], { query?: Page }> = 'GET /api/admin/debts'
/** The result of the last ledger check, null before the first. */
export const getLedgerCheck: Call<{ last: LedgerCheckReport | null }> = 'GET /api/admin/ledger-check'
/** Batches of codes, newest first. `limit` 50, at most 100, `cursor`. */
export const listCodeBatches: Call<CodeBatch[], { query?: Page }> = 'GET /api/admin/code-batches'
/**
 * Makes up to 1,000 codes, which no later call shows. `uses` of each by different people, `perPerson` codes of the batch by one. Their rubies
 * count as granted, so many need a recent proof, otherwise 403 `proof_needed`. Audited.
 * @answers 201
 */
export const makeCodes: Call<MadeCodes, { body: NewCodeBatch }> = 'POST /api/admin/code-batches'
/** Ends a batch of codes. Redeemed rubies stay. Audited. */
export const revokeCodes: Call<CodeBatch, ById> = 'POST /api/admin/code-batches/:id/revoke'
/** The model of each tier. `since` is null for the first one that the server has known. */
export const listModelChanges: Call<AdminModel[]> = 'GET /api/admin/models'
/** Says why a model was changed, which chats show. At most 300 characters, null for none. The next change begins without a reason. */
export const explainModel: Call<AdminModel[], { params: { tier: string }; body: { reason: string | null } }> =
  'PUT /api/admin/models/:tier/reason'
/** The mail of the last 7 days, newest first, unless an SMTP server delivers it. `limit` 50, at most 200, `cursor`. */
export const listMails: Call<AdminMail[], { query?: Page }> = 'GET /api/admin/mails'
/** A mail with its text. Audited, because a link in it may open an account. */
export const getMail: Call<AdminMailContent, ById> = 'GET /api/admin/mails/:id'
/** The audit log, newest first. `q` matches actor, subject or kind. `limit` 100, at most 500, `cursor`. `actor` is null for the operator. */
export const listActs: Call<AdminActRow[], Search> = 'GET /api/admin/acts'
/** Activity of the last day and week, and the health of the ledger. See [The dashboard](#the-dashboard). */
export const getDashboard: Call<Dashboard> = 'GET /api/admin/dashboard'

/** The people who may register. `mode` is null while `SIGN_UP` decides. */
export const getSignUp: Call<SignUpSettings> = 'GET /api/admin/sign-up'
/**
 * Changes who may register. `mode`: `open`, `invited`, `closed` or null. `userInvitations`: how many people each user may invite, 0 to 100.
 * Audited.
 */
export const changeSignUp: Call<SignUpSettings, { body: SignUpChange }> = 'PUT /api/admin/sign-up'
/** The invitations of all people, newest first. `limit` 20, at most 50, `cursor`. */
export const listAllInvitations: Call<ListedInvitation[], { query?: Page }> = 'GET /api/admin/invitations'
/** The addresses on the waiting list, oldest first. `limit` 100, at most 500, `cursor`. */
export const listWaitingAddresses: Call<WaitingAddress[], { query?: Page }> = 'GET /api/admin/waiting-list'
/**
 * The announcements that the caller sees now: the newest three for everyone, for users with a session, for admins.
 * `text` is Markdown. `maintenance` is the operator's sentence while replies and purchases are paused, or null.
 */
export const getAnnouncements: Call<Announcements> = 'GET /api/announcements'
/** All announcements, newest first. */
export const listAnnouncements: Call<AdminAnnouncement[]> = 'GET /api/admin/announcements'
/**
 * Adds an announcement. `text` at most 2,000 characters. `audience` is `everyone`, `users` or `admins`. Times in ISO 8601 or null. 409
 * `too_many_announcements` over 100. Audited.
 * @answers 201
 */
export const createAnnouncement: Call<AdminAnnouncement, { body: AnnouncementBody }> = 'POST /api/admin/announcements'
/** Changes an announcement. 404 `announcement_not_found`. Audited. */
export const changeAnnouncement: Call<AdminAnnouncement, ById & { body: AnnouncementBody }> =
  'PUT /api/admin/announcements/:id'
/** Deletes an announcement. Audited. */
export const deleteAnnouncement: Call<Done, ById> = 'DELETE /api/admin/announcements/:id'

/** [The notice](#the-notice) that a machine writes, as it is in force. `default` is that of `config/notices.ts`. */
export const getNotice: Call<AdminNotice> = 'GET /api/admin/notice'
/** Changes [the notice](#the-notice) that a machine writes. At most 300 characters. 15 to 1,440 and 5 to 720 minutes. Audited. */
export const changeNotice: Call<AdminNotice, { body: NoticeBody }> = 'PUT /api/admin/notice'
/** Returns to the notice of the configuration. Audited. */
export const resetNotice: Call<AdminNotice> = 'DELETE /api/admin/notice'

/**
 * Publishes a new version of one of the operator's pages, at most 50,000 characters of Markdown. The same text again changes nothing. 403
 * `proof_needed` an hour after the sign-in. Audited.
 */
export const publishPage: Call<SitePage, { params: { name: SitePageName }; body: { text: string } }> =
  'PUT /api/admin/pages/:name'

/**
 * All characters with all fields, newest first. `q` matches name, category or tag (one or two letters: the start of a word). `limit` at most
 * 500, the default. `cursor`.
 */
export const listAllCharacters: Call<AdminCharacter[], Search> = 'GET /api/admin/characters'
/** Deletes a character. 403 `role_too_high`. Audited. */
export const removeCharacter: Call<Done, ById> = 'DELETE /api/admin/characters/:id'
/** Sets the avatar of a character. An address with http(s), or one of our own pictures. A background equal to the avatar follows it. Audited. */
export const setCharacterImage: Call<Character, ById & { body: { imageUrl: string } }> =
  'PUT /api/admin/characters/:id/image'
/** Sets the greeting of a character. 422 if blank or over 8,000 characters. Audited. */
export const setFirstMessage: Call<Character, ById & { body: { firstMessage: string } }> =
  'PUT /api/admin/characters/:id/first-message'
/** Shows a character on the landing page, or not. 422 to show a private or an adult one. Audited. */
export const setOnLanding: Call<AdminCharacter, ById & { body: { shown: boolean } }> =
  'PUT /api/admin/characters/:id/landing'
/** Generates a picture and makes it the avatar of a character. It has the errors and the hourly limit of `POST /api/generate-image`. Audited. */
export const drawCharacterImage: Call<GeneratedCharacterImage, { body: { characterId: string; prompt: string } }> =
  'POST /api/admin/generate-character-image'
/**
 * Imports characters from a JSON list of up to 10,000 entries and 64 MiB.
 * @accepts application/json
 */
export const importCharacters: Call<ImportAnswer, { body: Blob }> = 'POST /api/admin/import-characters'
/**
 * Imports the built-in characters: `eight` (default) or `fifty`, owned by the built-in account. Skips characters that the caller
 * or the built-in account has. 422 `no_such_set`.
 */
export const importBuiltIn: Call<ImportAnswer, { body: { set: BuiltInSet } }> = 'POST /api/admin/import-new-characters'

/**
 * [Content that is held](#characters) before publication: what sexualizes minors first, then the oldest. `kind`: `character`, `comment` or
 * `profile`. `limit` 50, at most 200, `cursor`.
 */
export const listHeld: Call<HeldReview[], { query?: Page }> = 'GET /api/admin/reviews'
/** Held content with its texts and pictures. 404 `review_not_found` when it was decided, changed or deleted. */
export const getHeld: Call<HeldReviewDetails, ById> = 'GET /api/admin/reviews/:id'
/**
 * Publishes held content or not. A reason of at most 500 characters, which the creator of a character sees. A refused profile loses its names
 * and its picture. 409 `minors` to approve what `isEscalated`. 404 `review_not_found`, also when `round` has changed. 403 `role_too_high`.
 * Audited.
 */
export const decideReview: Call<Done, ById & { body: ReviewDecisionBody }> = 'POST /api/admin/reviews/:id/decision'

/**
 * Imports up to 100 files of cards in the background, 1 GiB in all. See [Importing cards in
 * bulk](#importing-cards-in-bulk). 409 `too_many_imports`.
 * @answers 202
 * @accepts multipart/form-data files
 */
export const startCardImport: Call<CardImport, { body: FormData }> = 'POST /api/admin/card-imports'
/** The card imports of the last 30 days, newest first. `limit` 20, at most 100, `cursor`. */
export const listCardImports: Call<CardImport[], { query?: Page }> = 'GET /api/admin/card-imports'
/** A card import. */
export const getCardImport: Call<CardImport, ById> = 'GET /api/admin/card-imports/:id'
/** Ends a card import within seconds, and keeps what it has imported. 409 `import_ended`. */
export const cancelCardImport: Call<CardImport, ById> = 'POST /api/admin/card-imports/:id/cancel'
/**
 * The report of a card import so far: a line of JSON for each file and each refused entry.
 * @answers 200 application/x-ndjson
 */
export const getCardImportReport: Call<never, ById> = 'GET /api/admin/card-imports/:id/report'
