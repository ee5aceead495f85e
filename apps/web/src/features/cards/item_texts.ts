import type { CardFileOutcome, CardFileReport, ChatFormat } from '#modules/cards/api'
import { countOf } from '#web/lib/count_of'
import { duplicatesOf, type ImportItem } from './import_item.ts'

const formatNames: Record<string, string> = {
  v1: 'card V1',
  v2: 'card V2',
  v3: 'card V3',
  book: 'lorebook of a card',
  charx: 'CharX',
  byaf: 'Backyard archive',
  backyard: 'Backyard',
  pygmalion: 'Pygmalion',
  ooba: 'text-generation-webui',
  ooba_yaml: 'text-generation-webui',
  facet_entry: 'Facet',
  agnai: 'Agnai',
  risu: 'RisuAI',
  novelai: 'NovelAI',
  kobold: 'KoboldAI',
  kobold_lite: 'Kobold Lite',
  sillytavern: 'SillyTavern',
  sillytavern_group: 'SillyTavern group',
  chub: 'Chub',
  character_ai: 'Character.AI',
} satisfies Record<ChatFormat, string> & Record<string, string>

/** Returns the name of the format with its spec: 'card V3 (chara_card_v3 3.0)'. */
export function readAs({ format, spec }: Pick<CardFileReport, 'format'> & { spec?: string | null }): string | null {
  const name = format === null ? null : (formatNames[format] ?? format)
  return name !== null && spec ? `${name} (${spec})` : (name ?? spec ?? null)
}

export const nameOf = (outcome: CardFileOutcome): string =>
  outcome.character?.name ?? outcome.lorebook?.name ?? outcome.file

/** Returns the name of the only card or lorebook in a file. If the file contains several or none, returns the file name. */
export function titleOf({ file, preview }: ImportItem): string {
  const [first, ...others] = preview ?? []
  return first && others.length === 0 ? nameOf(first) : file.name
}

export const pathOf = ({ file, folders }: ImportItem): string => [...folders, file.name].join('/')

/** Summarizes the contents of one outcome: '3 greetings · 12 lore entries'. */
export function contentsOf({ lorebook, character, contents }: CardFileOutcome): string {
  if (character === null) return lorebook ? `Lorebook · ${countOf(lorebook.entryCount, 'entry', 'entries')}` : ''
  const { greetings = 0, lorebookEntries = 0, assets = 0, chats = 0 } = contents ?? {}
  return [
    greetings > 0 && countOf(greetings, 'greeting'),
    lorebookEntries > 0 && countOf(lorebookEntries, 'lore entry', 'lore entries'),
    assets > 0 && countOf(assets, 'asset'),
    chats > 0 && countOf(chats, 'chat'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Summarizes the contents of a file. An archive can contain several cards and lorebooks. */
export function summaryOf(item: ImportItem): string {
  const preview = item.preview ?? []
  if (preview.length === 1) return contentsOf(preview[0]!)
  const characters = preview.filter(({ outcome, character }) => outcome !== 'refused' && character !== null).length
  const lorebooks = preview.filter(
    ({ outcome, character, lorebook }) => outcome !== 'refused' && !character && lorebook
  )
  const refused = preview.filter(({ outcome }) => outcome === 'refused').length
  const duplicates = duplicatesOf(item)
  return [
    characters > 0 && countOf(characters, 'character'),
    lorebooks.length > 0 && countOf(lorebooks.length, 'lorebook'),
    duplicates > 0 && `you have ${duplicates.toLocaleString('en')} of them`,
    refused > 0 && `${refused.toLocaleString('en')} not readable`,
  ]
    .filter(Boolean)
    .join(' · ')
}

export const pictureOf = ({ preview }: ImportItem): string | null =>
  preview?.find(({ contents }) => contents?.picture)?.contents?.picture ?? null

/** Returns the forbidden words of all cards in a file. */
export const forbiddenWordsOf = ({ preview }: ImportItem): string[] => [
  ...new Set(preview?.flatMap(({ contents }) => contents?.forbiddenWords ?? [])),
]

export const isAdult = ({ preview }: ImportItem): boolean => preview?.some(({ contents }) => contents?.isNsfw) ?? false
