import { cardImportLimits, type CardFileOutcome, type ChatImportAnswer, type DuplicatesRule } from '#modules/cards/api'
import type { FoundCharacter } from './find_characters.ts'
import type { PickedFile } from './collect_files.ts'

/** The character of a chat: an existing character, or a character from a file of the same import. */
export type ChatTarget =
  ({ kind: 'character' } & FoundCharacter) | { kind: 'file'; key: string; name: string; picture: string | null }

/** The outcome of importing a file. */
export type ItemResult =
  | { kind: 'read'; outcomes: readonly CardFileOutcome[] }
  | { kind: 'chat'; answer: ChatImportAnswer; character: string }
  | { kind: 'failed'; because: string }

/** One file of an import. */
export interface ImportItem extends PickedFile {
  key: string
  isChat: boolean
  /** The contents of the file. An archive has several outcomes. Null until the server has read the file, and for chats. */
  preview: readonly CardFileOutcome[] | null
  /** The reason why the file can't be imported; null if it can. */
  refusal: string | null
  isChosen: boolean
  /** The rule for the file's cards that the user already has. */
  doubles: DuplicatesRule
  /** Null until the character of a chat is known. */
  target: ChatTarget | null
  result: ItemResult | null
}

const cardNames = /\.(png|apng|jpe?g|webp|json|ya?ml|charx|byaf|zip)$/i
const chatNames = /\.jsonl$/i

const megabyte = 1_048_576

/** Creates an item that the server has not read yet. Unusable files are refused without being sent: wrong type, empty or too large. */
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
  return `The file is ${Math.ceil(size / megabyte).toLocaleString('en')} MB. The limit is ${limit} MB.`
}

/** Adds the server's preview to an item. Chooses the item if it has new content. Content that the user already has is left out. */
export function withPreview(item: ImportItem, preview: readonly CardFileOutcome[]): ImportItem {
  const [first] = preview
  if (first === undefined) return { ...item, preview, refusal: 'The server gave no answer about this file.' }
  if (preview.length === 1 && isChatOutcome(first)) return { ...item, isChat: true }
  const hasNew = preview.some(isNew)
  const refusal = preview.every(({ outcome }) => outcome === 'refused')
    ? (first.report.refusedBecause ?? 'The file could not be read.')
    : null
  return { ...item, preview, refusal, isChosen: hasNew }
}

/** Whether the API call for cards refused the file because it is a chat. */
const isChatOutcome = ({ outcome, report }: CardFileOutcome) => outcome === 'refused' && report.format === 'chat'

/** Whether the user has the card or lorebook in no version. */
export const isNew = ({ outcome, match }: CardFileOutcome): boolean => outcome === 'imported' && match === null

/** The number of cards and lorebooks that the user already has, also in another version. */
export const duplicatesOf = ({ preview }: ImportItem): number =>
  preview?.filter((one) => one.outcome !== 'refused' && !isNew(one)).length ?? 0

/** Whether the file contains content that the user already has, and nothing new. */
export const isDuplicate = (item: ImportItem): boolean => duplicatesOf(item) > 0 && !item.preview!.some(isNew)

export const isWaiting = ({ isChat, preview, refusal }: ImportItem): boolean =>
  !isChat && preview === null && refusal === null

/** Whether the item can be imported. A chat also needs a character. */
export const isUsable = (item: ImportItem): boolean => item.refusal === null && (item.isChat || item.preview !== null)

/** Whether the character of a chat exists already, or comes from a file that is chosen for import. */
export const hasTarget = ({ target }: ImportItem, items: readonly ImportItem[]): boolean =>
  target !== null && (target.kind === 'character' || items.some(({ key, isChosen }) => key === target.key && isChosen))

export const isPending = (item: ImportItem, items: readonly ImportItem[]): boolean =>
  item.isChosen && item.result === null && isUsable(item) && (!item.isChat || hasTarget(item, items))
