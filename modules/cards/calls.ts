/** The calls of card files and chat files. */

import type { ById, Call } from '#modules/kernel/calls'
import type {
  CardFileOutcome,
  CardFormat,
  CardSpec,
  ChatImportAnswer,
  DuplicatesRule,
  LorebookFormat,
  LorebookImportAnswer,
} from './api.ts'

/**
 * Imports a chat of another app, at most 64 MiB. The form has its `characterId`, too. See [Importing chats](#importing-chats).
 * @answers 201
 * @accepts multipart/form-data file
 */
export const importChats: Call<ChatImportAnswer, { body: FormData }> = 'POST /api/chats/import'
/**
 * Imports 1 to 100 cards, lorebooks or zips of them, each at most 64 MiB. With `dryRun`, the files are read but not imported. See [Importing cards](#importing-cards).
 * @accepts multipart/form-data files
 */
export const importCards: Call<
  CardFileOutcome[],
  { query: { dryRun?: true; doubles?: DuplicatesRule }; body: FormData }
> = 'POST /api/cards'
/**
 * Imports a lorebook of another app, at most 64 MiB. See [Cards and lorebooks as files](#cards-and-lorebooks-as-files).
 * @answers 201
 * @accepts multipart/form-data file
 */
export const importLorebook: Call<LorebookImportAnswer, { body: FormData }> = 'POST /api/lorebooks/import'

// Downloads.
/**
 * A zip with a card of each of the caller's characters. 10 an hour. See [Cards and lorebooks as files](#cards-and-lorebooks-as-files).
 * @answers 200 application/zip
 */
export const exportCards: Call<never, { query: { format: CardFormat; spec: CardSpec } }> = 'GET /api/cards/export'
/**
 * The card of a character as a file: `png` (default), `charx` or `json`, by the specification `v3` (default) or `v2`. See [Cards and lorebooks as
 * files](#cards-and-lorebooks-as-files).
 * @answers 200 image/png
 * @answers 200 application/json
 * @answers 200 application/zip
 */
export const getCard: Call<never, ById & { query: { format: CardFormat; spec: CardSpec } }> =
  'GET /api/characters/:id/card'
/**
 * The file that the caller's character was imported from. See [Cards and lorebooks as files](#cards-and-lorebooks-as-files).
 * @answers 200 application/octet-stream
 */
export const getOriginal: Call<never, ById> = 'GET /api/characters/:id/original'
/**
 * A lorebook as a file: `v3` (default) or `sillytavern`.
 * @answers 200 application/json
 */
export const exportLorebook: Call<never, ById & { query: { format: LorebookFormat } }> = 'GET /api/lorebooks/:id/export'
