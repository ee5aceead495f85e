import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { ProviderError } from '#plugins/contract/errors'
import { isMailAddress, messageOf, type MailSender, type MailTransport } from '#plugins/contract/mail'

export interface FolderMailOptions {
  /** An absolute path. A missing folder is created, readable only by its owner. */
  folder: string
  from: MailSender
}

/** Writes each mail to `<id>.eml`, which mail programs can open, and delivers nothing. Ids sort by time. */
export const folderMail = ({ folder, from }: FolderMailOptions): MailTransport => {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const fileOf = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new ProviderError('bad_request', 'The id of the mail is not a UUID.')
    return join(folder, `${id}.eml`)
  }
  return {
    async send(mail, signal) {
      const file = fileOf(mail.id)
      if (!isMailAddress(mail.to)) throw new ProviderError('bad_request', 'The address is not a mail address.')
      if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
      const { message } = await composer.sendMail(messageOf(mail, from))
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const draft = `${file}.draft`
        await writeFile(draft, message as Buffer, { mode: 0o600 })
        await rename(draft, file)
      } catch (error) {
        throw new ProviderError(
          'unavailable',
          `The folder can’t be written (${(error as NodeJS.ErrnoException).code}).`
        )
      }
    },
    check: async () => `no SMTP server is configured, so mail is written to ${folder}`,
    copies: {
      place: folder,
      async delete(ids) {
        for (const id of ids) await rm(fileOf(id), { force: true })
      },
    },
  }
}
