import { BaseSchema } from '@adonisjs/lucid/schema'
import { allowServer, runAsOwner } from '#modules/kernel/server_role'

/**
 * Only functions write the ledger's tables: the servers' role may read them. Orders and what belongs to them keep their triggers, because
 * the servers write them.
 */
export default class extends BaseSchema {
  override async up() {
    // Locks the account until the transaction ends. No row for an unknown account.
    this.schema.raw(`
      CREATE FUNCTION ledger_lock_account(p_user uuid) RETURNS TABLE (rubies bigint, debt bigint) LANGUAGE sql AS $$
        SELECT a.balance - a.held, a.debt::bigint FROM ruby_accounts a WHERE a.user_id = p_user FOR UPDATE
      $$
    `)
    // Locks the account first, so a concurrent posting either precedes the closing or sees it.
    this.schema.raw(`
      CREATE FUNCTION ledger_close_account(p_user uuid) RETURNS void LANGUAGE sql AS $$
        INSERT INTO ruby_closings (user_id, rubies, debt)
        SELECT p_user, rubies, debt FROM ledger_lock_account(p_user) ON CONFLICT DO NOTHING
      $$
    `)
    for (const name of [
      'ledger_open_account',
      'ledger_lock_account',
      'ledger_close_account',
      'ledger_hold',
      'ledger_take',
      'ledger_give_back',
      'ledger_expire_holds',
      'ledger_post',
      'ledger_take_back',
    ])
      this.schema.raw(runAsOwner(name))
    for (const table of ['ruby_accounts', 'ruby_transactions', 'ruby_debts', 'ruby_holds', 'ruby_closings'])
      this.schema.raw(allowServer(table, ['SELECT']))
    for (const table of ['ruby_orders', 'ruby_disputes', 'ruby_failed_refunds'])
      this.schema.raw(allowServer(table, ['INSERT', 'SELECT', 'UPDATE']))
    this.schema.raw(allowServer('ruby_refund_reports', ['INSERT', 'SELECT']))
  }
}
