import { cardImportLimits, type CardFileOutcome, type ChatImportAnswer, type DoublesRule } from '#modules/cards/api'
import type { FoundCharacter } from './api/find_characters.ts'
import type { PickedFile } from './collect_files.ts'

/** The character of a chat: one that exists, or one that a file of the same import brings. */
export type ChatTarget =
  ({ kind: 'character' } & FoundCharacter) | { kind: 'file'; key: string; name: string; picture: string | null }

/** What became of a file. */
export type ItemResult =
  | { kind: 'read'; outcomes: readonly CardFileOutcome[] }
  | { kind: 'chat'; answer: ChatImportAnswer; character: string }
  | { kind: 'failed'; because: string }

/** One file of an import. */
export interface ImportItem extends PickedFile {
  key: string
  isChat: boolean
  /** What the file holds: an archive has several outcomes. Null until the server has read it, and for chats. */
  preview: readonly CardFileOutcome[] | null
  /** Why the file can't be imported. */
  refusal: string | null
  isChosen: boolean
  /** What happens to the cards that the user has already. */
  doubles: DoublesRule
  /** Null until the character of a chat is known. */
  target: ChatTarget | null
  result: ItemResult | null
}

const cardNames = /\.(png|apng|jpe?g|webp|json|ya?ml|charx|byaf|zip)$/i
const chatNames = /\.jsonl$/i

const megabyte = 1_048_576

/** An item that is yet to be read. Files that are of no use are refused without being sent. */
export function createItem(picked: PickedFile, key: string): ImportItem {
  const { name } = picked.file
  const isChat = chatNames.test(name)
  return {
    ...picked,
    key,
    isChat,
    preview: null,
    refusal: refusalOf(picked.file, isChat),
    isChosen: false,
    doubles: 'skip',
    target: null,
    result: null,
  }
}

function refusalOf({ name, size }: File, isChat: boolean): string | null {
  if (!isChat && !cardNames.test(name)) return 'This is not a card, a lorebook or a chat.'
  if (size === 0) return 'The file is empty.'
  if (size <= cardImportLimits.fileBytesMax) return null
  const limit = cardImportLimits.fileBytesMax / megabyte
  return `The file has ${Math.ceil(size / megabyte).toLocaleString('en')} MB. A file may have ${limit} MB.`
}

/** The item with the answer of the server. What can be imported is chosen, and what the user has is left out. */
export function withPreview(item: ImportItem, preview: readonly CardFileOutcome[]): ImportItem {
  const [first] = preview
  if (first === undefined) return { ...item, preview, refusal: 'The server gave no answer about this file.' }
  if (preview.length === 1 && isChatOutcome(first)) return { ...item, isChat: true }
  const hasNew = preview.some(({ outcome }) => outcome === 'imported')
  const refusal = preview.every(({ outcome }) => outcome === 'refused')
    ? (first.report.refusedBecause ?? 'The file could not be read.')
    : null
  return { ...item, preview, refusal, isChosen: hasNew }
}

/** The call for cards refuses chats, and says so. */
const isChatOutcome = ({ outcome, report }: CardFileOutcome) => outcome === 'refused' && report.format === 'chat'

export const doublesOf = ({ preview }: ImportItem): number =>
  preview?.filter(({ outcome }) => outcome === 'double').length ?? 0

/** Whether the user has everything in it already. */
export const isDouble = (item: ImportItem): boolean =>
  doublesOf(item) > 0 && item.preview!.every(({ outcome }) => outcome !== 'imported')

export const isWaiting = ({ isChat, preview, refusal }: ImportItem): boolean =>
  !isChat && preview === null && refusal === null

/** Whether it can be imported, once a chat has its character. */
export const isUsable = (item: ImportItem): boolean => item.refusal === null && (item.isChat || item.preview !== null)

/** Whether the character of a chat is there, or is about to be. */
export const hasTarget = ({ target }: ImportItem, items: readonly ImportItem[]): boolean =>
  target !== null && (target.kind === 'character' || items.some(({ key, isChosen }) => key === target.key && isChosen))

export const isPending = (item: ImportItem, items: readonly ImportItem[]): boolean =>
  item.isChosen && item.result === null && isUsable(item) && (!item.isChat || hasTarget(item, items))
