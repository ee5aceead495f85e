/** Mail is sent by SMTP if SMTP_URL is set. Otherwise it is written to a folder, and admins read it in the web app. */
import { join } from 'node:path'
import type { MailSettings } from '#modules/mail/index'
import { isMailAddress } from '#plugins/contract/mail'
import { brand } from './brand.ts'
import env, { appUrl, dataDir, refuse } from './env.ts'
import processes from './processes.ts'

const url = env.get('SMTP_URL')
const folder = join(dataDir, 'outbox')

const address =
  env.get('MAIL_FROM') || `no-reply@${new URL(appUrl).hostname.replace(/[^a-z0-9.-]/g, '') || 'localhost'}`
if (!isMailAddress(address)) refuse(['MAIL_FROM must be one mail address, without a name'])
const from = { name: brand.name, address }

export default {
  brand: { name: brand.name, tagline: brand.tagline, accent: brand.themeColor.accent },
  appUrl,
  /** Called for the first mail, so that a plugin is only loaded when needed. */
  open: async () =>
    url
      ? (await import('#plugins/mail-smtp/index')).smtpMail({ url, from })
      : (await import('#plugins/mail-folder/index')).folderMail({ folder, from }),
  /** Logged once per start. */
  says: url || processes.number > 1 ? null : `no SMTP_URL is set, so mail is written to ${folder}`,
} satisfies MailSettings
