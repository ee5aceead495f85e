import { readFileSync } from 'node:fs'
import { blankBook, blankEntry, type ImportedBook } from '#modules/lore/index'
import type { BuiltInSet, Character, PictureFocus } from '../../api.ts'

/** A character that comes with the product, as an import reads it. */
export interface BuiltInCharacter {
  name: string
  description: string
  category: string
  tags: string[]
  personality: string
  backstory: string
  scenario: string
  firstMessage: string
  alternateGreetings: string[]
  exampleDialogue: string
  lorebook: ImportedBook | null
  avatar: string
  avatarFocus: PictureFocus
  background: string
}

/** The parts of a V3 lorebook that the content uses. `modules/cards` reads all of them, but depends on this module. */
interface Book {
  name: string
  description: string
  entries: {
    name: string
    keys: string[]
    content: string
    enabled: boolean
    insertion_order: number
    position: 'before_char'
    use_regex: boolean
  }[]
}

const readBook = ({ name, description, entries }: Book): ImportedBook => ({
  book: { ...blankBook, name, description },
  entries: entries.map((entry) => ({
    ...blankEntry,
    name: entry.name,
    keys: entry.keys,
    content: entry.content,
    enabled: entry.enabled,
    order: entry.insertion_order,
    position: entry.position,
    useRegex: entry.use_regex,
    origin: null,
  })),
})

/** The parts of a V3 character card that this module reads. The public teaser is in `creator_notes`, the backstory in `description`. */
interface Card {
  data: {
    name: string
    creator_notes: string
    description: string
    personality: string
    scenario: string
    first_mes: string
    mes_example: string
    alternate_greetings: string[]
    character_book?: Book
    tags: string[]
    extensions: {
      facet: { category: string; starters: string[]; avatar: string; avatarFocus: PictureFocus; background: string }
    }
  }
}

export const contentFolder = new URL('../../content/', import.meta.url)

const readJson = <Shape>(path: string): Shape => JSON.parse(readFileSync(new URL(path, contentFolder), 'utf8')) as Shape

type Sets = Record<BuiltInSet, readonly string[]>
let sets: Sets | undefined

/** Returns the folder names of a set, in the order in which its characters are created. */
export const slugsOf = (set: BuiltInSet): readonly string[] => (sets ??= readJson<Sets>('sets.json'))[set]

export const readBuiltIn = (slug: string): BuiltInCharacter => {
  const { data } = readJson<Card>(`${slug}/card.json`)
  const { category, avatar, avatarFocus, background } = data.extensions.facet
  return {
    name: data.name,
    description: data.creator_notes,
    category,
    tags: data.tags,
    personality: data.personality,
    backstory: data.description,
    scenario: data.scenario,
    firstMessage: data.first_mes,
    alternateGreetings: data.alternate_greetings,
    exampleDialogue: data.mes_example,
    lorebook: data.character_book ? readBook(data.character_book) : null,
    avatar,
    avatarFocus,
    background,
  }
}

export const readBuiltInSet = (set: BuiltInSet): BuiltInCharacter[] => slugsOf(set).map(readBuiltIn)

/** Returns the lines that the demo writer says for the built-in characters. `model-local` describes their format. */
export const readVoices = (): { name: string; description: string; lines: string }[] =>
  [...slugsOf('eight'), ...slugsOf('fifty')].map((slug) => {
    const { name, description } = readBuiltIn(slug)
    return { name, description, lines: readFileSync(new URL(`${slug}/lines.txt`, contentFolder), 'utf8') }
  })

let starters: Map<string, readonly string[]> | undefined

/** Returns suggested first messages to a built-in character that begins with the first message of its card, else null. */
export const startersFor = ({
  name,
  firstMessage,
}: Pick<Character, 'name' | 'firstMessage'>): readonly string[] | null => {
  starters ??= new Map(
    [...slugsOf('eight'), ...slugsOf('fifty')].map((slug) => {
      const { data } = readJson<Card>(`${slug}/card.json`)
      return [`${data.name} ${data.first_mes}`, data.extensions.facet.starters]
    })
  )
  return starters.get(`${name} ${firstMessage}`) ?? null
}
