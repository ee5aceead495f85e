import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Mail } from '#modules/mail/index'
import { Accounts } from '../../index.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { PasswordRules } from '../domain/password_rules.ts'
import { ReleasedEmails } from '../released_emails.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { EmailTokens } from './email_tokens.ts'
import { EmailVerification } from './email_verification.ts'
import { composePasswordResetMail, passwordResetMail } from './password_reset_mail.ts'
import { ResetForgottenPassword } from './reset_forgotten_password.ts'
import { composeVerificationMail, verificationMail } from './verification_mail.ts'

export const registerEmails = ({ container }: ApplicationService) => {
  container.singleton(EmailTokens, async (resolver) => new EmailTokens(await resolver.make(Database)))
  container.singleton(
    EmailVerification,
    async (resolver) =>
      new EmailVerification({
        db: await resolver.make(Database),
        mail: await resolver.make(Mail),
        tokens: await resolver.make(EmailTokens),
        released: await resolver.make(ReleasedEmails),
      })
  )
  container.singleton(
    ResetForgottenPassword,
    async (resolver) =>
      new ResetForgottenPassword({
        db: await resolver.make(Database),
        hash: await resolver.make('hash'),
        sessions: await resolver.make(SessionStore),
        passwords: await resolver.make(PasswordRules),
        tokens: await resolver.make(EmailTokens),
        verification: await resolver.make(EmailVerification),
      })
  )
}

/** Registers the mails of accounts, and a listener that deletes the mails of deleted users. */
export const bootEmails = async ({ container, config }: ApplicationService) => {
  const mail = await container.make(Mail)
  const shared = {
    db: await container.make(Database),
    tokens: await container.make(EmailTokens),
    appUrl: config.get<string>('app.appUrl'),
    productName: config.get<string>('brand.brand.name'),
  }
  const signInLimits = await container.make(SignInLimits)
  mail.compose(passwordResetMail, composePasswordResetMail(shared))
  mail.compose(verificationMail, composeVerificationMail({ ...shared, signInLimits }))
  const accounts = await container.make(Accounts)
  accounts.closing.on(({ userId }, trx) => mail.forget(userId, trx))
}
