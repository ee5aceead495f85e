import { BaseSchema } from '@adonisjs/lucid/schema'

/** Charges for speech, where the operator sets a price. Debits come last in this type, because `ruby_transactions_sign` relies on it. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw("ALTER TYPE ruby_transaction_type ADD VALUE IF NOT EXISTS 'speech'")
  }
}
