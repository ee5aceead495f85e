import { column, PrivateRow } from '#modules/kernel/tables'

export class WaitingWelcomeRow extends PrivateRow {
  static override table = 'ruby_waiting_welcomes'

  @column() declare rubies: string
}
