import { BaseSchema } from '@adonisjs/lucid/schema'

const definitionPublic = "'definitionPublic', c.definition_public, "
const teaser = `${definitionPublic}'teaser', CASE WHEN coalesce(c.description_is_teaser, p.has_notes) THEN CASE WHEN p.has_notes THEN 'notes' ELSE 'written' END END, `
const parts = 'post_history_instructions, depth_note, lorebook_ids'
const partsWithNotes = `${parts}, coalesce(creator_notes ->> 'text', '') <> '' AS has_notes`

/**
 * Whether a description is only a teaser for the gallery, which prompts leave out. Null for the characters of earlier releases, whose rows
 * aren't rewritten: those with creator's notes came from cards, which made the description of the notes.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE characters ADD COLUMN description_is_teaser boolean')
    this.schema.raw(replaceInSheet([definitionPublic, teaser], [parts, partsWithNotes]))
  }

  override async down() {
    this.schema.raw(replaceInSheet([teaser, definitionPublic], [partsWithNotes, parts]))
    this.schema.raw('ALTER TABLE characters DROP COLUMN description_is_teaser')
  }
}

const replaceInSheet = (...replacements: [from: string, to: string][]) => `
  DO $do$ BEGIN
    EXECUTE ${replacements.reduce((text, [from, to]) => `replace(${text}, $text$${from}$text$, $text$${to}$text$)`, `pg_get_functiondef('gallery_sheet'::regproc)`)};
  END $do$`
