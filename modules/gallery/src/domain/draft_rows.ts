import type { CharacterDraft } from './character_rules.ts'

/** A draft as columns of `characters`. */
export interface DraftRow {
  name: string
  description: string
  backstory: string
  personality: string
  first_message: string
  greeting: string
  scenario: string
  avatar: string | null
  background: string | null
  category: string
  tags: string[]
  is_nsfw: boolean
  is_public: boolean
}

export const draftColumns = `name, description, backstory, personality, first_message, greeting, scenario, avatar, background,
  category, tags, is_nsfw, is_public`

/** The columns with their types, for `json_to_recordset`. */
export const draftColumnTypes = `name text, description text, backstory text, personality text, first_message text, greeting text,
  scenario text, avatar text, background text, category text, tags text[], is_nsfw boolean, is_public boolean`

export const toRow = ({ firstMessage, isNsfw, isPublic, ...same }: CharacterDraft): DraftRow => ({
  ...same,
  first_message: firstMessage,
  is_nsfw: isNsfw,
  is_public: isPublic,
})

export const toDraft = ({ first_message, is_nsfw, is_public, ...same }: DraftRow): CharacterDraft => ({
  ...same,
  firstMessage: first_message,
  isNsfw: is_nsfw,
  isPublic: is_public,
})
