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

export const importChats: Call<ChatImportAnswer, { body: FormData }> = 'POST /api/chats/import'
/** With `dryRun`, the files are read but not imported. */
export const importCards: Call<
  CardFileOutcome[],
  { query: { dryRun?: true; doubles?: DuplicatesRule }; body: FormData }
> = 'POST /api/cards'
export const importLorebook: Call<LorebookImportAnswer, { body: FormData }> = 'POST /api/lorebooks/import'

// Downloads.
/** All characters of the caller, as a zip of cards. */
export const exportCards: Call<never, { query: { format: CardFormat; spec: CardSpec } }> = 'GET /api/cards/export'
export const getCard: Call<never, ById & { query: { format: CardFormat; spec: CardSpec } }> =
  'GET /api/characters/:id/card'
/** The file that the caller's character was imported from. */
export const getOriginal: Call<never, ById> = 'GET /api/characters/:id/original'
export const exportLorebook: Call<never, ById & { query: { format: LorebookFormat } }> = 'GET /api/lorebooks/:id/export'
