import { column, Row } from '#modules/kernel/tables'

export class NetworkRewardRow extends Row {
  static override table = 'ruby_network_rewards'

  @column() declare day: Date
  @column() declare networkHash: Buffer
  @column() declare rubies: string
}
