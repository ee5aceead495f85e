import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, BalanceReader, CharactersCreatedReader, MessagesWrittenReader, UserDirectory } from './index.ts'
import { ChangePassword } from './src/actions/change_password.ts'
import { ChangeSettings } from './src/actions/change_settings.ts'
import { ChooseUsername } from './src/actions/choose_username.ts'
import { OpenAccount } from './src/actions/open_account.ts'
import { SignIn } from './src/actions/sign_in.ts'
import { SignInLimits } from './src/actions/sign_in_limits.ts'
import { DatabaseAccounts } from './src/database_accounts.ts'
import { SettingsQuery } from './src/queries/settings_query.ts'
import { UserDirectoryQuery } from './src/queries/user_directory_query.ts'
import { UserQuery } from './src/queries/user_query.ts'
import { SessionStore } from './src/sessions/session_store.ts'

export default class AccountsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { config, container } = this.app
    container.singleton(Accounts, async (resolver) => {
      const builtInName = config.get<string>('brand.brand.name')
      return new DatabaseAccounts(await resolver.make(Database), await resolver.make('hash'), { builtInName })
    })
    container.singleton(OpenAccount, async (resolver) => {
      const { opened } = await resolver.make(Accounts)
      return new OpenAccount(await resolver.make(Database), await resolver.make('hash'), opened)
    })
    container.singleton(ChangePassword, async (resolver) => {
      const db = await resolver.make(Database)
      return new ChangePassword(db, await resolver.make('hash'), new SessionStore(db))
    })
    container.singleton(ChangeSettings, async (resolver) => new ChangeSettings(await resolver.make(Database)))
    container.singleton(SettingsQuery, async (resolver) => new SettingsQuery(await resolver.make(Database)))
    container.singleton(ChooseUsername, async (resolver) => {
      const productName = config.get<string>('brand.brand.name')
      return new ChooseUsername(await resolver.make(Database), { productName })
    })
    container.singleton(
      SignIn,
      async (resolver) => new SignIn(await resolver.make(Database), await resolver.make('hash'))
    )
    container.singleton(
      SignInLimits,
      async (resolver) =>
        new SignInLimits(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(
      UserQuery,
      async (resolver) =>
        new UserQuery(
          await resolver.make(Database),
          await resolver.make(BalanceReader),
          await resolver.make(MessagesWrittenReader),
          await resolver.make(CharactersCreatedReader)
        )
    )
    container.singleton(
      UserDirectory,
      async (resolver) => new UserDirectoryQuery(await resolver.make(Database), await resolver.make(UserQuery))
    )
  }

  async start() {
    await import('./routes.ts')
    if (!['web', 'test'].includes(this.app.getEnvironment())) return
    const { default: edge } = await import('edge.js')
    edge.mount('accounts', new URL('./views', import.meta.url))
    edge.global('brand', this.app.config.get('brand.brand'))
    edge.global('welcomeRubies', this.app.config.get('economy.welcomeRubies'))
  }
}
