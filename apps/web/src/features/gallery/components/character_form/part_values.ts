import {
  type CharacterAsset,
  type CharacterDetails,
  type CharacterParts,
  type CreatorNotes,
  type DepthNote,
  type DepthRole,
  depthRoles,
  isBlank,
} from '#modules/gallery/api'

/** The values of the advanced fields. A missing text is empty. */
export interface PartValues {
  alternateGreetings: string[]
  groupGreetings: string[]
  exampleDialogue: string
  systemPrompt: string
  postHistoryInstructions: string
  /** Without a text, there is no note. */
  depthNote: DepthNote
  nickname: string
  creatorName: string
  version: string
  /** One source per line. */
  source: string
  creatorNotes: CreatorNotes
  lorebookIds: string[]
  assets: CharacterAsset[]
  definitionPublic: boolean
  allowForks: boolean
}

export type PartField = keyof PartValues

/** The labels of the advanced fields, in the order of the form. */
export const partLabels: Record<PartField, string> = {
  alternateGreetings: 'Alternate greetings',
  groupGreetings: 'Group greetings',
  exampleDialogue: 'Example dialogue',
  systemPrompt: 'System prompt',
  postHistoryInstructions: 'Post-history instructions',
  depthNote: 'Depth note',
  nickname: 'Nickname',
  creatorNotes: 'Creator’s notes',
  creatorName: 'Creator',
  version: 'Version',
  source: 'Sources',
  lorebookIds: 'Lorebooks',
  assets: 'Further pictures',
  definitionPublic: 'Show the definition',
  allowForks: 'Allow forks',
}

export const partFields = Object.keys(partLabels) as readonly PartField[]

export const isPartField = (field: string): field is PartField => Object.hasOwn(partLabels, field)

/** The default depth note of the most common card format. */
const blankDepthNote: DepthNote = { text: '', depth: 4, role: 'system' }

export const blankPartValues: PartValues = {
  alternateGreetings: [],
  groupGreetings: [],
  exampleDialogue: '',
  systemPrompt: '',
  postHistoryInstructions: '',
  depthNote: blankDepthNote,
  nickname: '',
  creatorNotes: { text: '', translations: {} },
  creatorName: '',
  version: '',
  source: '',
  lorebookIds: [],
  assets: [],
  definitionPublic: true,
  allowForks: false,
}

export const partValuesOf = (character: CharacterDetails): PartValues => ({
  alternateGreetings: character.alternateGreetings,
  groupGreetings: character.groupGreetings,
  exampleDialogue: character.exampleDialogue ?? '',
  systemPrompt: character.systemPrompt ?? '',
  postHistoryInstructions: character.postHistoryInstructions ?? '',
  depthNote: character.depthNote ?? blankDepthNote,
  nickname: character.nickname ?? '',
  creatorNotes: character.creatorNotes ?? blankPartValues.creatorNotes,
  creatorName: character.creatorName ?? '',
  version: character.version ?? '',
  source: character.source.join('\n'),
  lorebookIds: character.lorebookIds,
  assets: character.assets,
  definitionPublic: character.definitionPublic,
  allowForks: character.allowForks,
})

type WireParts<Values> = {
  [Field in keyof Values]: Field extends keyof CharacterParts ? CharacterParts[Field] : Values[Field]
}

/** Converts values to the format that the API accepts. */
export function toWireParts<Values extends Partial<PartValues>>(values: Values): WireParts<Values> {
  const { depthNote, source } = values
  return {
    ...values,
    ...(depthNote && { depthNote: isBlank(depthNote.text) ? null : depthNote }),
    ...(source !== undefined && { source: source.split('\n').filter((line) => line.trim() !== '') }),
  } as WireParts<Values>
}

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDepthNote = (value: unknown) =>
  isObject(value) &&
  typeof value.text === 'string' &&
  typeof value.depth === 'number' &&
  depthRoles.includes(value.role as DepthRole)

const isNotes = (value: unknown) =>
  isObject(value) &&
  typeof value.text === 'string' &&
  isObject(value.translations) &&
  isTextList(Object.values(value.translations))

const isAsset = (value: unknown) =>
  isObject(value) && [value.type, value.name, value.address].every((text) => typeof text === 'string')

/** Whether a value from a draft has the type of its field. */
export function isPartValue(field: PartField, value: unknown): boolean {
  if (field === 'depthNote') return isDepthNote(value)
  if (field === 'creatorNotes') return isNotes(value)
  if (field === 'assets') return Array.isArray(value) && value.every(isAsset)
  const blank = blankPartValues[field]
  return Array.isArray(blank) ? isTextList(value) : typeof value === typeof blank
}
