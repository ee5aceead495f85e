import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Counts what existing accounts bought: the rubies of their paid orders without those that were taken back, as far as their balance has
 * them. The lock waits for calls of the functions from before, which don't know `bought`. Balances can still be read.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('LOCK TABLE ruby_accounts IN EXCLUSIVE MODE')
    this.schema.raw(`
      -- all users: the rubies of their orders
      UPDATE ruby_accounts a SET bought = least(a.balance, o.rubies) FROM (
        SELECT user_id, sum(rubies - taken_back) AS rubies FROM ruby_orders WHERE paid_at IS NOT NULL GROUP BY user_id
      ) o WHERE o.user_id = a.user_id AND o.rubies > 0
    `)
  }
}
