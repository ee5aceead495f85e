import { columnsOf, type StoredRow } from '#modules/kernel/tables'
import { CharacterRow } from '../tables/character_row.ts'
import { CharacterVersionRow } from '../tables/character_version_row.ts'
import { PartsRow as StoredParts } from '../tables/parts_row.ts'
import type { CharacterDraft, CharacterParts, WholeDraft } from './character_rules.ts'

/** The columns of `characters` that no author sets. Forks and imports copy all others. */
export const notDrafted = [
  'id',
  'popularity',
  'created_by',
  'created_at',
  'updated_at',
  'deleted_at',
  'chip_keys',
  'start_keys',
  'same_as',
  'opening_line',
  'trend',
  'on_landing',
  'version_number',
  'purged_at',
  'forked_from',
  'is_withdrawn',
  'review',
  'published_at',
] as const satisfies readonly (keyof StoredRow<CharacterRow>)[]

/** The columns of `characters` that an author sets. */
export type DraftRow = Omit<StoredRow<CharacterRow>, (typeof notDrafted)[number]>

/** The columns of `character_parts`. */
export type PartsRow = Omit<StoredRow<StoredParts>, 'character_id'>

export const draftColumns = columnsOf(CharacterRow, { without: notDrafted })
export const draftColumnNames = draftColumns.split(', ')
export const partColumns = columnsOf(StoredParts, { without: ['character_id'] })
export const partColumnNames = partColumns.split(', ')

/** Columns without those of long lists, which `greetingsApart` reads. */
export const withoutGreetings = (columns: readonly string[]): string =>
  columns.filter((name) => !name.endsWith('_greetings')).join(', ')

const versioned = columnsOf(CharacterVersionRow, {
  without: ['character_id', 'number', 'replaced_at', 'bytes'],
}).split(', ')
/** The columns whose changes create a version. The database trigger has the same list. */
export const versionedColumns = versioned.filter((name) => draftColumnNames.includes(name))
export const versionedParts = versioned.filter((name) => partColumnNames.includes(name))

const attributeOf = (column: string) => CharacterRow.$keys.columnsToAttributes.get(column) as keyof WholeDraft

/** `draft` may lack the parts, because most of them are in another table. */
export const toRow = (draft: CharacterDraft & Partial<CharacterParts>): DraftRow => ({
  ...(Object.fromEntries(draftColumnNames.map((name) => [name, draft[attributeOf(name)]])) as unknown as DraftRow),
  nickname: draft.nickname ?? '',
  allow_forks: draft.allowForks ?? false,
  definition_public: draft.definitionPublic ?? true,
  description_is_teaser: draft.descriptionIsTeaser ?? null,
})

export const toPartsRow = (parts: CharacterParts): PartsRow => ({
  alternate_greetings: parts.alternateGreetings,
  group_greetings: parts.groupGreetings,
  example_dialogue: parts.exampleDialogue,
  system_prompt: parts.systemPrompt,
  post_history_instructions: parts.postHistoryInstructions,
  depth_note: parts.depthNote,
  creator_notes: parts.creatorNotes,
  creator_name: parts.creatorName,
  card_version: parts.version,
  source: parts.source,
  lorebook_ids: parts.lorebookIds,
  assets: parts.assets,
})

/** Whether a character needs a row in `character_parts`. Most characters have none of these parts. */
export const hasParts = (row: PartsRow): boolean =>
  Object.values(row).some((value) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))

/** The columns of a left join of `character_parts`, which are null for a character without a row. */
export type JoinedParts = { [Column in keyof PartsRow]: PartsRow[Column] | null }

export const toParts = (
  row: JoinedParts
): Omit<CharacterParts, 'nickname' | 'allowForks' | 'definitionPublic' | 'descriptionIsTeaser'> => ({
  alternateGreetings: row.alternate_greetings ?? [],
  groupGreetings: row.group_greetings ?? [],
  exampleDialogue: row.example_dialogue ?? '',
  systemPrompt: row.system_prompt ?? '',
  postHistoryInstructions: row.post_history_instructions ?? '',
  depthNote: row.depth_note,
  creatorNotes: row.creator_notes,
  creatorName: row.creator_name ?? '',
  version: row.card_version ?? '',
  source: row.source ?? [],
  lorebookIds: row.lorebook_ids ?? [],
  assets: row.assets ?? [],
})

export const toDraft = (row: DraftRow & JoinedParts): WholeDraft => {
  const values = row as unknown as Record<string, unknown>
  const draft = Object.fromEntries(draftColumnNames.map((name) => [attributeOf(name), values[name]]))
  return { ...toParts(row), ...draft } as WholeDraft
}
