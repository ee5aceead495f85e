import type { CharacterDraft, CharacterParts, PictureFocus, WholeDraft } from './character_rules.ts'

/** The columns of `characters` that an author sets. */
export interface DraftRow {
  name: string
  nickname: string
  description: string
  backstory: string
  personality: string
  first_message: string
  greeting: string
  scenario: string
  avatar: string | null
  avatar_focus: PictureFocus | null
  background: string | null
  category: string
  tags: string[]
  is_nsfw: boolean
  is_public: boolean
  allow_forks: boolean
  definition_public: boolean
  /** Null: not known. */
  description_is_teaser: boolean | null
}

/** The columns of `character_parts`. */
export interface PartsRow {
  alternate_greetings: string[]
  group_greetings: string[]
  example_dialogue: string
  system_prompt: string
  post_history_instructions: string
  depth_note: CharacterParts['depthNote']
  creator_notes: CharacterParts['creatorNotes']
  creator_name: string
  card_version: string
  source: string[]
  lorebook_ids: string[]
  assets: CharacterParts['assets']
}

export const draftColumns = `name, nickname, description, backstory, personality, first_message, greeting, scenario, avatar, avatar_focus,
  background, category, tags, is_nsfw, is_public, allow_forks, definition_public, description_is_teaser`

/** `draftColumns` with their types, for `json_to_recordset`. */
export const draftColumnTypes = `name text, nickname text, description text, backstory text, personality text, first_message text,
  greeting text, scenario text, avatar text, avatar_focus jsonb, background text, category text, tags text[], is_nsfw boolean,
  is_public boolean, allow_forks boolean, definition_public boolean, description_is_teaser boolean`

/** The parts that prompts may contain come first. */
export const partColumnNames = [
  'alternate_greetings',
  'group_greetings',
  'example_dialogue',
  'system_prompt',
  'post_history_instructions',
  'depth_note',
  'creator_notes',
  'creator_name',
  'card_version',
  'source',
  'lorebook_ids',
  'assets',
] as const satisfies readonly (keyof PartsRow)[]

export const partColumns = partColumnNames.join(', ')

/** Columns without those of long lists, which `greetingsApart` reads. */
export const withoutGreetings = (columns: readonly string[]): string =>
  columns.filter((name) => !name.endsWith('_greetings')).join(', ')

export const partColumnTypes = `alternate_greetings text[], group_greetings text[], example_dialogue text, system_prompt text,
  post_history_instructions text, depth_note jsonb, creator_notes jsonb, creator_name text, card_version text, source text[],
  lorebook_ids uuid[], assets jsonb`

/** The columns whose changes create a version. The database trigger has the same list. */
export const versionedColumns = [
  'name',
  'nickname',
  'description',
  'personality',
  'backstory',
  'scenario',
  'first_message',
  'greeting',
] as const satisfies readonly (keyof DraftRow)[]

export const versionedParts = partColumnNames.slice(0, 6)

/** `draft` may lack the parts, because most of them are in another table. */
export const toRow = (draft: CharacterDraft & Partial<CharacterParts>): DraftRow => ({
  name: draft.name,
  nickname: draft.nickname ?? '',
  description: draft.description,
  backstory: draft.backstory,
  personality: draft.personality,
  first_message: draft.firstMessage,
  greeting: draft.greeting,
  scenario: draft.scenario,
  avatar: draft.avatar,
  avatar_focus: draft.avatarFocus,
  background: draft.background,
  category: draft.category,
  tags: draft.tags,
  is_nsfw: draft.isNsfw,
  is_public: draft.isPublic,
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

export const toDraft = (row: DraftRow & JoinedParts): WholeDraft => ({
  ...toParts(row),
  name: row.name,
  nickname: row.nickname,
  description: row.description,
  backstory: row.backstory,
  personality: row.personality,
  firstMessage: row.first_message,
  greeting: row.greeting,
  scenario: row.scenario,
  avatar: row.avatar,
  avatarFocus: row.avatar_focus,
  background: row.background,
  category: row.category,
  tags: row.tags,
  isNsfw: row.is_nsfw,
  isPublic: row.is_public,
  allowForks: row.allow_forks,
  definitionPublic: row.definition_public,
  descriptionIsTeaser: row.description_is_teaser,
})
