import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { JobState } from '../../index.ts'

export class JobRow extends Row {
  static override table = 'jobs'

  @column({ isPrimary: true }) declare id: string
  @column() declare kind: string
  @jsonColumn() declare payload: unknown
  @column() declare state: JobState
  @jsonColumn() declare progress: unknown
  @column() declare claim: number
  @column() declare attempts: number
  @column() declare dueAt: Date
  @column() declare cancelRequestedAt: Date | null
  @column() declare createdAt: Date
  @column() declare finishedAt: Date | null
  @column() declare ownerId: string | null
  @column() declare beganAt: Date | null
}
