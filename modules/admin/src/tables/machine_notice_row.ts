import { column, Row } from '#modules/kernel/tables'

/** The only row of its table, which is empty while the notice of the configuration is in force. */
export class MachineNoticeRow extends Row {
  static override table = 'machine_notice'

  @column({ isPrimary: true }) declare isSet: boolean
  @column() declare text: string
  @column() declare talkMinutes: number
  @column() declare pauseMinutes: number
}
