import { BaseSchema } from '@adonisjs/lucid/schema'
import { allowServer } from '#modules/kernel/server_role'

/** Rows of the audit log stay. Updates replace the names of deleted accounts, and a trigger refuses others. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(allowServer('admin_acts', ['INSERT', 'SELECT', 'UPDATE']))
  }
}
