import { isBlank } from '#modules/gallery/api'
import { countOf } from '#web/lib/count_of'
import type { Author } from '../author.ts'
import type { PartField, PartValues } from '../character_values.ts'
import type { CharacterFormState } from '../use_character_form.ts'

export interface AdvancedProps {
  state: CharacterFormState
  author: Author
}

export interface Topic {
  title: string
  fields: readonly PartField[]
  /** Summarizes the contents for the folded topic; empty when there are none. */
  summary: (values: PartValues) => string
}

const named = (...parts: (readonly [name: string, text: string])[]) =>
  parts.flatMap(([name, text]) => (isBlank(text) ? [] : [name])).join(', ')

/** The advanced fields, in the order of the form. */
export const topics = {
  greetings: {
    title: 'Greetings',
    fields: ['alternateGreetings', 'groupGreetings'],
    summary: ({ alternateGreetings: { length: alternate }, groupGreetings: { length: group } }) =>
      [alternate > 0 && `${alternate} alternate`, group > 0 && `${group} for groups`].filter(Boolean).join(', '),
  },
  dialogue: {
    title: 'Dialogue',
    fields: ['exampleDialogue'],
    summary: (values) => named(['Example dialogue', values.exampleDialogue]),
  },
  instructions: {
    title: 'Instructions',
    fields: ['systemPrompt', 'postHistoryInstructions', 'depthNote'],
    summary: (values) =>
      named(
        ['System prompt', values.systemPrompt],
        ['Post-history', values.postHistoryInstructions],
        ['Depth note', values.depthNote.text]
      ),
  },
  credits: {
    title: 'Names and credits',
    fields: ['nickname', 'creatorNotes', 'creatorName', 'version', 'source'],
    summary: (values) =>
      named(
        [`“${values.nickname.trim()}”`, values.nickname],
        ['Notes', values.creatorNotes.text],
        [values.creatorName.trim(), values.creatorName],
        [values.version.trim(), values.version],
        ['Sources', values.source]
      ),
  },
  lorebooks: {
    title: 'Lorebooks',
    fields: ['lorebookIds'],
    summary: ({ lorebookIds: { length } }) => (length === 0 ? '' : countOf(length, 'lorebook')),
  },
  pictures: {
    title: 'Pictures',
    fields: ['assets'],
    summary: ({ assets: { length } }) => (length === 0 ? '' : countOf(length, 'picture')),
  },
  sharing: {
    title: 'Sharing',
    fields: ['definitionPublic', 'allowForks'],
    summary: ({ definitionPublic, allowForks }) =>
      [definitionPublic ? 'Definition shown' : 'Definition private', allowForks && 'Forks allowed']
        .filter(Boolean)
        .join(', '),
  },
} as const satisfies Record<string, Topic>

export type TopicName = keyof typeof topics

export const topicNames = Object.keys(topics) as readonly TopicName[]

export const topicOf = (field: PartField): TopicName =>
  topicNames.find((name) => (topics[name].fields as readonly PartField[]).includes(field))!
