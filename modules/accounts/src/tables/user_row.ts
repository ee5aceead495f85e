import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { ReadingPreferences } from '../../api.ts'
import type { Role } from '../domain/roles.ts'
import type { SamplingChoice } from '#plugins/contract/sampling'

export class UserRow extends Row {
  static override table = 'users'

  @column({ isPrimary: true }) declare id: string
  @column() declare email: string
  @column() declare emailVerifiedAt: Date | null
  @column() declare passwordHash: string | null
  @column() declare username: string | null
  @column() declare firstName: string | null
  @column() declare lastName: string | null
  @column() declare profileImageUrl: string | null
  @column() declare limitlessEnabled: boolean
  /** For processes of the previous release. The next one removes it. */
  @column() declare isAdmin: boolean
  @column() declare role: Role
  @column() declare disabledAt: Date | null
  @column() declare disabledUntil: Date | null
  @column() declare personaId: string | null
  @column() declare personaName: string | null
  @column() declare personaDescription: string | null
  @column() declare personaAvatar: string | null
  @column() declare personaPersonality: string | null
  @column() declare personaBackground: string | null
  @column() declare personaLorebookIds: string[]
  @column() declare secondFactorSince: Date | null
  @jsonColumn() declare reading: ReadingPreferences | null
  @jsonColumn() declare sampling: SamplingChoice | null
  @jsonColumn() declare pictureHosts: string[]
  @column() declare asksBeforeNewModels: boolean
  @column() declare ageStatedAt: Date | null
  @column() declare ageMethod: string | null
  @column() declare createdAt: Date
  @column() declare updatedAt: Date
}
