import { BaseSchema } from '@adonisjs/lucid/schema'
import { allowServer } from '#modules/kernel/server_role'

/** A version of a character never changes. Its trigger says so to the owner, too. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(allowServer('character_versions', ['DELETE', 'INSERT', 'SELECT']))
  }
}
