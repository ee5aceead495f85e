import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { pickAttributes } from '#modules/kernel/tables'
import type { AgreementWanted, User } from '../../api.ts'
import { BalanceReader, CharactersCreatedReader, MessagesWrittenReader, type Balance } from '../../index.ts'
import { wantedAgreements } from '../pages/agreement_sql.ts'
import { adultAccess, AgeSettings } from '../age/adult_access.ts'
import { isAdminRole, isStaff } from '../domain/roles.ts'
import { settingsKeys } from '../domain/settings_keys.ts'
import { InviteSettings, SignInSettings } from '../settings.ts'
import { UserRow } from '../tables/user_row.ts'

const shown = ['id', 'username', 'role', 'createdAt', 'ageMethod', ...settingsKeys] as const

export type ShownUser = Pick<UserRow, (typeof shown)[number]> & { emailVerified: boolean }

export const shownColumns = `${pickAttributes(UserRow, shown)}, email_verified_at IS NOT NULL AS "emailVerified"`

const noBalance: Balance = { rubies: 0, rubyDebt: 0, discordJoined: false, welcomeRubiesWaiting: 0 }

/** The user as shown to themselves, with data from other modules. Throws for an unknown id. */
@inject()
export class UserQuery {
  constructor(
    private readonly db: Database,
    private readonly balances: BalanceReader,
    private readonly messages: MessagesWrittenReader,
    private readonly characters: CharactersCreatedReader,
    private readonly signIn: SignInSettings,
    private readonly invite: InviteSettings,
    private readonly age: AgeSettings
  ) {}

  /** `isAdultBlocked`: the law of the reader's country closes adult content. */
  async run(userId: string, { isAdultBlocked = false } = {}): Promise<User> {
    const [{ rows }, balance, messagesWritten, charactersCreated] = await Promise.all([
      this.db.rawQuery<{ rows: (ShownUser & { hasSecondFactor: boolean; wanted: AgreementWanted[] })[] }>(
        `SELECT ${shownColumns}, second_factor_since IS NOT NULL AS "hasSecondFactor", ${wantedAgreements} AS wanted
         FROM users WHERE id = ?::uuid`,
        [userId]
      ),
      this.balances.read(userId),
      this.messages.count(userId),
      this.characters.count(userId),
    ])
    if (!rows[0]) throw new Error(`There is no user ${userId}.`)
    const { hasSecondFactor, wanted, ...row } = rows[0]
    const stats = { messagesWritten, charactersCreated }
    const { discordInvite } = this.invite
    const user: User = { ...this.#toUser(row, isAdultBlocked), ...balance, discordInvite, stats }
    if (isStaff(row.role) && !hasSecondFactor)
      user.secondFactorWanted = this.signIn.adminsNeedSecondFactor ? 'required' : 'suggested'
    if (wanted.length > 0) user.agreementsWanted = wanted
    return user
  }

  /** Converts rows to users in the same order, with one query per module. */
  async toUsers(rows: readonly ShownUser[]): Promise<User[]> {
    const ids = rows.map(({ id }) => id)
    const [balances, messages, characters] = await Promise.all([
      this.balances.readMany(ids),
      this.messages.countMany(ids),
      this.characters.countMany(ids),
    ])
    const { discordInvite } = this.invite
    return rows.map((row) => ({
      ...this.#toUser(row),
      ...(balances.get(row.id) ?? noBalance),
      discordInvite,
      stats: { messagesWritten: messages.get(row.id) ?? 0, charactersCreated: characters.get(row.id) ?? 0 },
    }))
  }

  #toUser({ createdAt, ageMethod, ...row }: ShownUser, isAdultBlocked = false) {
    return {
      ...row,
      ...adultAccess({ ...row, ageMethod }, this.age, isAdultBlocked),
      isAdmin: isAdminRole(row.role),
      createdAt: createdAt.toISOString(),
    }
  }
}
