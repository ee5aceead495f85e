import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { RateLimit } from '#modules/kernel/rate_limit'
import { themeAttribute, themeCookie } from './api.ts'
import {
  Accounts,
  BalanceReader,
  CharactersCreatedReader,
  MessagesWrittenReader,
  OwnLorebooks,
  Personas,
  UserDirectory,
} from './index.ts'
import { ChangePassword } from './src/actions/change_password.ts'
import { ChangeSettings } from './src/actions/change_settings.ts'
import { ChooseUsername } from './src/actions/choose_username.ts'
import { DeleteAccount } from './src/actions/delete_account.ts'
import { OpenAccount } from './src/actions/open_account.ts'
import { SignIn } from './src/actions/sign_in.ts'
import { SignInLimits } from './src/actions/sign_in_limits.ts'
import { SweepClosedAccounts } from './src/actions/sweep_closed_accounts.ts'
import { DatabaseAccounts } from './src/database_accounts.ts'
import { PasswordRules } from './src/domain/password_rules.ts'
import { EmailVerification } from './src/emails/email_verification.ts'
import { bootEmails, registerEmails } from './src/emails/register_emails.ts'
import { limits } from './src/domain/limits.ts'
import { ReleasedEmails } from './src/released_emails.ts'
import { ExportPace } from './src/exports/export_pace.ts'
import { KnownDevices } from './src/http/known_devices.ts'
import { DatabasePersonas } from './src/personas/database_personas.ts'
import { IdentityProviders } from './src/providers/identity_providers.ts'
import { registerProviders } from './src/providers/register_providers.ts'
import { registerSecondFactor } from './src/second_factor/register_second_factor.ts'
import { SettingsQuery } from './src/queries/settings_query.ts'
import { UserDirectoryQuery } from './src/queries/user_directory_query.ts'
import { UserQuery } from './src/queries/user_query.ts'
import { SessionStore } from './src/sessions/session_store.ts'
import { Storage } from './src/storage.ts'

const sweepEveryMs = 60_000
const purgeEveryMs = 3_600_000

export default class AccountsProvider {
  #worker?: PeriodicTaskRunner

  constructor(private readonly app: ApplicationService) {}

  register() {
    registerProviders(this.app)
    registerSecondFactor(this.app)
    registerEmails(this.app)
    const { config, container } = this.app
    const productName = config.get<string>('brand.brand.name')
    container.singleton(Accounts, async (resolver) => {
      const [db, sessions] = await Promise.all([resolver.make(Database), resolver.make(SessionStore)])
      const [hash, passwords] = [await resolver.make('hash'), await resolver.make(PasswordRules)]
      const released = await resolver.make(ReleasedEmails)
      const verification = await resolver.make(EmailVerification)
      const storage = new Storage({ bytesMax: config.get('storage.bytesMax') })
      const named = { builtInName: productName, storage }
      return new DatabaseAccounts({ db, hash, sessions, passwords, released, verification, ...named })
    })
    container.singleton(ReleasedEmails, () => new ReleasedEmails(config.get('sign_in.releasedEmailKeys')))
    container.singleton(PasswordRules, () => new PasswordRules({ productName }))
    container.singleton(OpenAccount, async (resolver) => {
      const { opened } = await resolver.make(Accounts)
      const [db, passwords] = await Promise.all([resolver.make(Database), resolver.make(PasswordRules)])
      return new OpenAccount({
        db,
        hash: await resolver.make('hash'),
        opened,
        passwords,
        released: await resolver.make(ReleasedEmails),
        verification: await resolver.make(EmailVerification),
        productName,
      })
    })
    container.singleton(ChangePassword, async (resolver) => {
      const db = await resolver.make(Database)
      const [sessions, passwords] = await Promise.all([resolver.make(SessionStore), resolver.make(PasswordRules)])
      return new ChangePassword(db, await resolver.make('hash'), sessions, passwords)
    })
    container.singleton(DeleteAccount, async (resolver) => {
      const db = await resolver.make(Database)
      const { closing } = await resolver.make(Accounts)
      const [sessions, released] = await Promise.all([resolver.make(SessionStore), resolver.make(ReleasedEmails)])
      return new DeleteAccount(db, await resolver.make('hash'), sessions, closing, released)
    })
    container.singleton(ExportPace, async (resolver) => {
      const limiters = await resolver.make('limiter.manager')
      return new ExportPace(limiters, { enabled: config.get('limits.enabled') })
    })
    container.singleton(
      ChangeSettings,
      async (resolver) =>
        new ChangeSettings(await resolver.make(Database), {
          released: await resolver.make(ReleasedEmails),
          verification: await resolver.make(EmailVerification),
          productName,
        })
    )
    container.singleton(
      SettingsQuery,
      async (resolver) =>
        new SettingsQuery(
          await resolver.make(Database),
          await resolver.make(IdentityProviders),
          (await resolver.make(Accounts)).storage
        )
    )
    container.singleton(DatabasePersonas, async (resolver) => {
      const [db, lorebooks] = await Promise.all([resolver.make(Database), resolver.make(OwnLorebooks)])
      const pace = new RateLimit(await resolver.make('limiter.manager'), {
        name: 'personas',
        requests: limits.personaChangesPerHour,
        duration: '1 hour',
        enabled: config.get('limits.enabled'),
      })
      return new DatabasePersonas(db, lorebooks, pace)
    })
    container.singleton(Personas, (resolver) => resolver.make(DatabasePersonas))
    container.singleton(
      ChooseUsername,
      async (resolver) => new ChooseUsername(await resolver.make(Database), { productName })
    )
    container.singleton(
      SignIn,
      async (resolver) => new SignIn(await resolver.make(Database), await resolver.make('hash'))
    )
    container.singleton(
      SignInLimits,
      async (resolver) =>
        new SignInLimits(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(KnownDevices, () => {
      return new KnownDevices({ key: config.get('sign_in.deviceKey'), secure: config.get('app.http.cookie.secure') })
    })
    container.singleton(
      SessionStore,
      async (resolver) => new SessionStore(await resolver.make(Database), config.get('sessions'))
    )
    container.singleton(
      UserQuery,
      async (resolver) =>
        new UserQuery(
          await resolver.make(Database),
          await resolver.make(BalanceReader),
          await resolver.make(MessagesWrittenReader),
          await resolver.make(CharactersCreatedReader),
          {
            adminsNeedSecondFactor: config.get('sign_in.adminsNeedSecondFactor'),
            discordInvite: config.get('rewards.discordInvite'),
          }
        )
    )
    container.singleton(
      UserDirectory,
      async (resolver) => new UserDirectoryQuery(await resolver.make(Database), await resolver.make(UserQuery))
    )
  }

  async boot() {
    await bootEmails(this.app)
  }

  async start() {
    await import('./routes.ts')
    if (!['web', 'test'].includes(this.app.getEnvironment())) return
    const { default: edge } = await import('edge.js')
    edge.mount('accounts', new URL('./views', import.meta.url))
    edge.global('brand', this.app.config.get('brand.brand'))
    edge.global('themeCookie', themeCookie)
    edge.global('themeAttribute', themeAttribute)
    const hasRubies = this.app.config.get<boolean>('rubies.isOn')
    edge.global('welcomeRubies', hasRubies ? this.app.config.get('economy.welcomeRubies') : 0)
    edge.global('welcomeNeedsEmail', this.app.config.get('rewards.welcomeNeedsEmail'))
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const { closing } = await container.make(Accounts)
    const [db, released] = [await container.make(Database), await container.make(ReleasedEmails)]
    const closed = new SweepClosedAccounts(db, closing)
    const sweep = {
      purpose: 'sweep deleted accounts',
      everyMs: sweepEveryMs,
      run: () => closed.run(),
    }
    const purge = {
      purpose: 'purge e-mails of accounts deleted a year ago',
      everyMs: purgeEveryMs,
      run: () => released.purge(db),
    }
    this.#worker = new PeriodicTaskRunner([sweep, purge], await container.make('logger'), await container.make(Timers))
    this.#worker.start()
  }

  async shutdown() {
    await this.#worker?.stop()
  }
}
