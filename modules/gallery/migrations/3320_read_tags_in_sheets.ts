import { BaseSchema } from '@adonisjs/lucid/schema'

const before = "'definitionPublic', c.definition_public, "
const after = `${before}'tags', c.tags, `

/** Sheets have the character's tags, because entries of lorebooks can depend on them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(replaceInSheet(before, after))
  }

  override async down() {
    this.schema.raw(replaceInSheet(after, before))
  }
}

const replaceInSheet = (from: string, to: string) => `
  DO $do$ BEGIN
    EXECUTE replace(pg_get_functiondef('gallery_sheet'::regproc), $text$${from}$text$, $text$${to}$text$);
  END $do$`
