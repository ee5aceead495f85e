import type { CreatorNotes } from '#modules/gallery/api'
import { collectUnknownMacros } from '#modules/kernel/macros'
import { fail, ok } from '#modules/kernel/result'
import { isLonger } from '#modules/kernel/text'
import type { ListRules } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import { nameFrom, oneLine, shortLabel } from './card_name.ts'
import { sortTags } from './card_tags.ts'
import {
  emptyDraft,
  type CardChat,
  type CharacterDraft,
  type CharacterFormat,
  type CharacterReading,
  type ReadingOptions,
} from './character_draft.ts'
import type { FacetExtension } from './facet_extension.ts'
import type { ReadingNotes } from './reading_notes.ts'
import { teaserOf } from './teaser.ts'

/** The parts that a format's reader has found. Missing parts are empty. Names and version may have any length. */
export type DraftParts = Partial<Omit<CharacterDraft, 'category' | 'tags' | 'description' | 'descriptionIsTeaser'>> & {
  cardTags?: readonly string[]
}

export interface FinishContext {
  format: CharacterFormat
  spec?: string | null
  /** Fields of Facet's own extension in the file. */
  facet?: Pick<FacetExtension, 'description' | 'descriptionIsTeaser' | 'category' | 'isNsfw'> | null
  chats?: CardChat[]
  options: ReadingOptions
  notes: ReadingNotes
}

/** Tags beyond Facet's own limits don't cause a refusal. More than `itemsMax` tags do, which bounds the work. */
export const tagRules: ListRules = { max: Infinity, itemsMax: 10_000, split: (tags) => tags.split(/[,\n]/) }

/** Adds the parts that all formats share: name, teaser, tags and category. Call it last, because the report contains only earlier notes. */
export const finishDraft = (
  { cardTags = [], ...parts }: DraftParts,
  { format, spec = null, facet = null, chats = [], options, notes }: FinishContext
): CharacterReading => {
  const draft = { ...emptyDraft(options.defaultCategory), ...parts }
  const name = nameFrom(draft.name, options.fileName, notes)
  const labels = {
    nickname: shortLabel(draft.nickname, 'nickname', cardLimits.nameMax, notes),
    creatorName: shortLabel(draft.creatorName, 'creator’s name', cardLimits.creatorNameMax, notes),
    version: shortLabel(draft.version, 'version', cardLimits.versionMax, notes),
  }
  const { category, tags, isAdult } = sortTags(cardTags, options, notes, facet?.category ?? null)
  const description = facet?.description ?? teaserOf(draft.creatorNotes?.text ?? '', draft.scenario)
  // An export of a character without creator's notes has the teaser in their place.
  const isTeaser = facet?.description === draft.creatorNotes?.text
  const creatorNotes = tidyNotes(
    isTeaser ? '' : (draft.creatorNotes?.text ?? ''),
    draft.creatorNotes?.translations ?? {}
  )
  const source = tidySources(draft.source, notes)
  refuseLongTexts(draft, notes)
  warnOfMacros(draft, notes)
  const because = notes.refusedBecause
  if (because !== null) return fail({ because })
  return ok({
    draft: {
      ...draft,
      ...labels,
      name,
      source,
      category,
      tags,
      description,
      // The description of a character that was written here may be its definition.
      descriptionIsTeaser: facet?.descriptionIsTeaser ?? (facet?.description == null || creatorNotes !== null),
      creatorNotes,
      isNsfw: draft.isNsfw || isAdult || (facet?.isNsfw ?? false),
    },
    report: { format, spec, kept: notes.kept, warnings: notes.warnings },
    chats,
  })
}

const tidyNotes = (text: string, translations: Record<string, string>): CreatorNotes | null =>
  text === '' && Object.keys(translations).length === 0 ? null : { text, translations }

const tidySources = (sources: readonly string[], notes: ReadingNotes): string[] => {
  const lines = sources.map(oneLine).filter((line) => line !== '')
  const kept = lines.filter((line) => !isLonger(line, cardLimits.sourceMax)).slice(0, cardLimits.sourcesMax)
  if (kept.length < lines.length)
    notes.warn(`${lines.length - kept.length} of ${lines.length} sources were left out. The original keeps them.`)
  return kept
}

/** The number and the length of unknown macros that a warning lists. */
const macrosShown = { count: 10, length: 40 }

const warnOfMacros = (draft: Omit<CharacterDraft, 'description' | 'descriptionIsTeaser'>, notes: ReadingNotes) => {
  const { backstory, personality, scenario, firstMessage, exampleDialogue, systemPrompt, postHistoryInstructions } =
    draft
  const { alternateGreetings, groupGreetings, depthNote } = draft
  const names = new Set<string>()
  for (const text of [
    backstory,
    personality,
    scenario,
    firstMessage,
    exampleDialogue,
    systemPrompt,
    postHistoryInstructions,
    depthNote?.text ?? '',
    ...alternateGreetings,
    ...groupGreetings,
  ])
    collectUnknownMacros(text, names)
  const shown = [...names]
    .filter((name) => name !== '' && name.length <= macrosShown.length)
    .slice(0, macrosShown.count)
  if (names.size === 0) return
  const list = shown.map((name) => `{{${name}}}`).join(', ')
  notes.warn(`Facet doesn’t know some macros. They stay as written${list && `: ${list}`}.`)
}

/** Refuses texts that are too long after their macros were converted. Some formats have shorter macros than Facet. */
const refuseLongTexts = (draft: Omit<CharacterDraft, 'description'>, notes: ReadingNotes) => {
  if (notes.refusedBecause !== null) return
  const { backstory, scenario, firstMessage, exampleDialogue, systemPrompt, alternateGreetings } = draft
  const texts = [scenario, firstMessage, exampleDialogue, systemPrompt, ...alternateGreetings]
  if (isLonger(backstory, cardLimits.backstoryMax) || texts.some((text) => isLonger(text, cardLimits.textMax)))
    notes.refuse('A text of the character is too long with the macros that Facet writes for its placeholders.')
}
