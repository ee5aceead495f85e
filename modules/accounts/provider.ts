import { Encryption } from '@adonisjs/core/encryption'
import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { AppSettings, Brand } from '#modules/kernel/settings'
import { Mail } from '#modules/mail/index'
import { themeAttribute, themeCookie } from './api.ts'
import {
  Accounts,
  CurrentUsers,
  DiscordMembership,
  FormChallenges,
  Personas,
  SealedSecrets,
  Sessions,
  SignInCheckup,
  SignUps,
  SitePages,
  UserDirectory,
} from './index.ts'
import { AgeSettings } from './src/age/adult_access.ts'
import { AgeCheckPace, CheckAge } from './src/age/check_age.ts'
import { ChangePassword } from './src/actions/change_password.ts'
import { ChangeSettings } from './src/actions/change_settings.ts'
import { ChooseUsername } from './src/actions/choose_username.ts'
import { DeleteAccount } from './src/actions/delete_account.ts'
import { EndSuspensions } from './src/actions/end_suspensions.ts'
import { OpenAccount } from './src/actions/open_account.ts'
import { ResetPassword } from './src/actions/reset_password.ts'
import { PasswordHasher, SignIn } from './src/actions/sign_in.ts'
import { SignInLimits } from './src/actions/sign_in_limits.ts'
import { SweepClosedAccounts } from './src/actions/sweep_closed_accounts.ts'
import { AccountHooks } from './src/account_hooks.ts'
import { DatabaseAccounts } from './src/database_accounts.ts'
import { Challenges } from './src/challenge/challenges.ts'
import { PasswordRules } from './src/domain/password_rules.ts'
import { EmailVerification } from './src/emails/email_verification.ts'
import { EmailTokens } from './src/emails/email_tokens.ts'
import { composePasswordResetMail, passwordResetMail } from './src/emails/password_reset_mail.ts'
import { ResetForgottenPassword } from './src/emails/reset_forgotten_password.ts'
import { composeVerificationMail, verificationMail } from './src/emails/verification_mail.ts'
import { composePendingAccountMail, pendingAccountMail } from './src/emails/pending_account_mail.ts'
import { purgeFormerUsernames } from './src/former_usernames.ts'
import { ReleasedEmails } from './src/released_emails.ts'
import { ExportPace } from './src/exports/export_pace.ts'
import { KnownDevices } from './src/http/known_devices.ts'
import { Agreements } from './src/pages/agreements.ts'
import { DatabaseSitePages } from './src/pages/database_site_pages.ts'
import { DatabasePersonas, PersonaLimit } from './src/personas/database_personas.ts'
import { IdentityProviders } from './src/providers/identity_providers.ts'
import { AttemptCookie } from './src/providers/attempt_cookie.ts'
import { AttemptStore } from './src/providers/attempt_store.ts'
import { BeginAttempt } from './src/providers/begin_attempt.ts'
import { DiscordApi } from './src/providers/discord_api.ts'
import { DiscordGuildMembers } from './src/providers/discord_guild_members.ts'
import { IdentityStore } from './src/providers/identity_store.ts'
import { LinkIdentity } from './src/providers/link_identity.ts'
import { ProveByIdentity } from './src/providers/prove_by_identity.ts'
import { SignInWithIdentity } from './src/providers/sign_in_with_identity.ts'
import { UnlinkIdentity } from './src/providers/unlink_identity.ts'
import { BeginSecondFactor } from './src/second_factor/begin_second_factor.ts'
import { BeginSecondStep } from './src/second_factor/begin_second_step.ts'
import { CheckCode } from './src/second_factor/check_code.ts'
import { ConfirmSecondFactor } from './src/second_factor/confirm_second_factor.ts'
import { RenewRecoveryCodes } from './src/second_factor/renew_recovery_codes.ts'
import { ResealSecondFactors } from './src/second_factor/reseal_second_factors.ts'
import { SecondStepCookie } from './src/second_factor/second_step_cookie.ts'
import { SecondSteps } from './src/second_factor/second_steps.ts'
import { ChallengeSettings, CookieSettings, InviteSettings, SignInSettings } from './src/settings.ts'
import { SettingsQuery } from './src/queries/settings_query.ts'
import { UserDirectoryQuery } from './src/queries/user_directory_query.ts'
import { UserQuery } from './src/queries/user_query.ts'
import { ReadCurrentUser } from './src/sessions/read_current_user.ts'
import { SessionStore, SessionTimes } from './src/sessions/session_store.ts'
import { Admission } from './src/sign_up/admission.ts'
import { CheckInvitation } from './src/sign_up/check_invitation.ts'
import { CreateInvitation, InvitationHook, InvitationLimit } from './src/sign_up/create_invitation.ts'
import { DatabaseSignUps } from './src/sign_up/database_sign_ups.ts'
import { OwnInvitationsQuery } from './src/sign_up/own_invitations_query.ts'
import { PendingAccounts } from './src/sign_up/pending_accounts.ts'
import { RevokeInvitation } from './src/sign_up/revoke_invitation.ts'
import { SignUpRules } from './src/sign_up/sign_up_rules.ts'
import { WaitingList } from './src/sign_up/waiting_list.ts'
import { Storage, StorageSettings } from './src/storage.ts'

const sweepEveryMs = 60_000
const purgeEveryMs = 3_600_000

export default class AccountsProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    const { app } = this
    bindSettings(app, ChallengeSettings, 'challenge')
    bindSettings(app, AgeSettings, 'age')
    bindSettings(app, CookieSettings, 'app.http.cookie')
    bindSettings(app, InviteSettings, 'rewards')
    bindSettings(app, SessionTimes, 'sessions')
    bindSettings(app, SignInSettings, 'sign_in')
    bindSettings(app, StorageSettings, 'storage')
    bindSingletons(app, [
      AccountHooks,
      Admission,
      AgeCheckPace,
      Agreements,
      AttemptCookie,
      AttemptStore,
      BeginAttempt,
      BeginSecondFactor,
      BeginSecondStep,
      Challenges,
      ChangePassword,
      ChangeSettings,
      CheckAge,
      CheckCode,
      CheckInvitation,
      ChooseUsername,
      ConfirmSecondFactor,
      CreateInvitation,
      DatabasePersonas,
      DatabaseSitePages,
      DeleteAccount,
      EmailTokens,
      EmailVerification,
      EndSuspensions,
      ExportPace,
      IdentityProviders,
      IdentityStore,
      InvitationHook,
      InvitationLimit,
      KnownDevices,
      LinkIdentity,
      OpenAccount,
      OwnInvitationsQuery,
      PasswordRules,
      PendingAccounts,
      PersonaLimit,
      ProveByIdentity,
      ReleasedEmails,
      RenewRecoveryCodes,
      ResetForgottenPassword,
      ResetPassword,
      RevokeInvitation,
      SecondStepCookie,
      SecondSteps,
      SessionStore,
      SettingsQuery,
      SignIn,
      SignInLimits,
      SignInWithIdentity,
      SignUpRules,
      Storage,
      SweepClosedAccounts,
      UnlinkIdentity,
      UserQuery,
      WaitingList,
    ])
    bindPort(app, Accounts, DatabaseAccounts)
    bindPort(app, CurrentUsers, ReadCurrentUser)
    bindPort(app, FormChallenges, Challenges)
    bindPort(app, Personas, DatabasePersonas)
    bindPort(app, SealedSecrets, ResealSecondFactors)
    bindPort(app, Sessions, SessionStore)
    bindPort(app, SignInCheckup, IdentityProviders)
    bindPort(app, SignUps, DatabaseSignUps)
    bindPort(app, SitePages, DatabaseSitePages)
    bindPort(app, UserDirectory, UserDirectoryQuery)
    app.container.singleton(PasswordHasher, (resolver) => resolver.make('hash'))
    this.#bindMembership()
  }

  /** Without a Discord server in the settings, membership can't be checked. */
  #bindMembership() {
    const { container, config } = this.app
    const discord = config.get<SignInSettings['discord']>('sign_in.discord')
    const guildId = discord?.guildId
    if (!discord || !guildId) return
    container.singleton(DiscordMembership, async (resolver) => {
      const [db, encryption] = [await resolver.make(Database), await resolver.make(Encryption)]
      return new DiscordGuildMembers(db, new DiscordApi(discord, await resolver.make(Timers)), encryption, guildId)
    })
  }

  async boot() {
    const { container } = this.app
    const [mail, accounts] = [await container.make(Mail), await container.make(Accounts)]
    const { name: productName } = await container.make(Brand)
    const { appUrl } = await container.make(AppSettings)
    const [db, tokens] = [await container.make(Database), await container.make(EmailTokens)]
    const signInLimits = await container.make(SignInLimits)
    mail.compose(passwordResetMail, composePasswordResetMail({ db, tokens, appUrl, productName }))
    mail.compose(verificationMail, composeVerificationMail({ db, tokens, appUrl, productName, signInLimits }))
    mail.compose(pendingAccountMail, composePendingAccountMail({ db, appUrl, productName, signInLimits }))
    accounts.closing.on(({ userId }, trx) => mail.forget(userId, trx))
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
    const [db, tasks] = [await container.make(Database), await container.make(PeriodicTasks)]
    const suspensions = await container.make(EndSuspensions)
    const [closed, released] = [await container.make(SweepClosedAccounts), await container.make(ReleasedEmails)]
    const [waitingList, pending] = [await container.make(WaitingList), await container.make(PendingAccounts)]
    tasks.start(
      { purpose: 'end suspensions of accounts', everyMs: sweepEveryMs, run: () => suspensions.run() },
      { purpose: 'sweep deleted accounts', everyMs: sweepEveryMs, run: () => closed.run() },
      {
        purpose: 'purge e-mails of accounts deleted a year ago',
        everyMs: purgeEveryMs,
        run: () => released.purge(db),
      },
      { purpose: 'purge former usernames', everyMs: purgeEveryMs, run: () => purgeFormerUsernames(db) },
      { purpose: 'purge the waiting list', everyMs: purgeEveryMs, run: () => waitingList.purge() },
      { purpose: 'purge accounts that waited for a mail', everyMs: purgeEveryMs, run: () => pending.purge() }
    )
  }
}
