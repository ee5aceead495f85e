import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { SamplingChoice } from '#plugins/contract/sampling'
import type { ReadingPreferences, User } from '../../api.ts'
import { BalanceReader, CharactersCreatedReader, MessagesWrittenReader, type Balance } from '../../index.ts'
import { InviteSettings, SignInSettings } from '../settings.ts'

export interface UserRow {
  id: string
  username: string | null
  first_name: string | null
  last_name: string | null
  email: string
  email_verified: boolean
  profile_image_url: string | null
  limitless_enabled: boolean
  is_admin: boolean
  created_at: Date
  persona_name: string | null
  persona_description: string | null
  persona_avatar: string | null
  persona_personality: string | null
  persona_background: string | null
  sampling: SamplingChoice | null
  reading: ReadingPreferences | null
  picture_hosts: string[]
  asks_before_new_models: boolean
}

type OwnRow = UserRow & { has_second_factor: boolean }

export const userColumns = `id, username, first_name, last_name, email, email_verified_at IS NOT NULL AS email_verified,
  profile_image_url, limitless_enabled, is_admin, created_at,
  persona_name, persona_description, persona_avatar, persona_personality, persona_background, sampling,
  reading, picture_hosts, asks_before_new_models`

const noBalance: Balance = { rubies: 0, rubyDebt: 0, discordJoined: false, welcomeRubiesWaiting: 0 }

/** The user as shown to themselves, with data from other modules. Throws for an unknown id. */
@inject()
export class UserQuery {
  readonly #db: Database
  readonly #balances: BalanceReader
  readonly #messages: MessagesWrittenReader
  readonly #characters: CharactersCreatedReader
  readonly #signIn: SignInSettings
  readonly #invite: InviteSettings

  constructor(
    db: Database,
    balances: BalanceReader,
    messages: MessagesWrittenReader,
    characters: CharactersCreatedReader,
    signIn: SignInSettings,
    invite: InviteSettings
  ) {
    this.#db = db
    this.#balances = balances
    this.#messages = messages
    this.#characters = characters
    this.#signIn = signIn
    this.#invite = invite
  }

  async run(userId: string): Promise<User> {
    const [{ rows }, balance, messagesWritten, charactersCreated] = await Promise.all([
      this.#db.rawQuery<{ rows: OwnRow[] }>(
        `SELECT ${userColumns}, second_factor_since IS NOT NULL AS has_second_factor FROM users WHERE id = ?::uuid`,
        [userId]
      ),
      this.#balances.read(userId),
      this.#messages.count(userId),
      this.#characters.count(userId),
    ])
    const row = rows[0]
    if (!row) throw new Error(`There is no user ${userId}.`)
    const stats = { messagesWritten, charactersCreated }
    const { discordInvite } = this.#invite
    const user: User = { ...toUser(row), ...balance, discordInvite, stats }
    if (row.is_admin && !row.has_second_factor)
      user.secondFactorWanted = this.#signIn.adminsNeedSecondFactor ? 'required' : 'suggested'
    return user
  }

  /** Converts rows to users in the same order, with one query per module. */
  async toUsers<Row extends UserRow>(rows: readonly Row[]): Promise<User[]> {
    const ids = rows.map(({ id }) => id)
    const [balances, messages, characters] = await Promise.all([
      this.#balances.readMany(ids),
      this.#messages.countMany(ids),
      this.#characters.countMany(ids),
    ])
    const { discordInvite } = this.#invite
    return rows.map((row) => ({
      ...toUser(row),
      ...(balances.get(row.id) ?? noBalance),
      discordInvite,
      stats: { messagesWritten: messages.get(row.id) ?? 0, charactersCreated: characters.get(row.id) ?? 0 },
    }))
  }
}

const toUser = (row: UserRow) => ({
  id: row.id,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  emailVerified: row.email_verified,
  profileImageUrl: row.profile_image_url,
  limitlessEnabled: row.limitless_enabled,
  isAdmin: row.is_admin,
  createdAt: row.created_at.toISOString(),
  personaName: row.persona_name,
  personaDescription: row.persona_description,
  personaAvatar: row.persona_avatar,
  personaPersonality: row.persona_personality,
  personaBackground: row.persona_background,
  sampling: row.sampling,
  reading: row.reading,
  pictureHosts: row.picture_hosts,
  asksBeforeNewModels: row.asks_before_new_models,
})
