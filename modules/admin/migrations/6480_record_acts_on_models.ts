import { BaseSchema } from '@adonisjs/lucid/schema'

const subjects = (types: string) => `
  ALTER TABLE admin_acts DROP CONSTRAINT admin_acts_subject_known;
  ALTER TABLE admin_acts ADD CONSTRAINT admin_acts_subject_known CHECK (subject_type IN (${types})) NOT VALID;`

/** Acts on models. The constraint isn't validated, because earlier types stay permitted. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(subjects(`'user', 'character', 'characters', 'ledger', 'model'`))
  }

  override async down() {
    this.schema.raw(subjects(`'user', 'character', 'characters', 'ledger'`))
  }
}
