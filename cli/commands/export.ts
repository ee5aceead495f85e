import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorActs } from '#modules/admin/index'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { asOutcome, callInstance, tokenMissing, withInstance, type Instance } from '../instance.ts'
import { done, refused, wrongUsage, type Outcome } from '../outcome.ts'

interface Options extends Instance {
  chat?: boolean
  format: string
}

export const exportData: DefineCommand = (program, run) => {
  const command = withInstance(
    program
      .command('export')
      .description('write a user’s data to a new file, or a chat of your own by a token')
      .argument('<whose>', 'the account’s e-mail, or with --chat the id of a chat')
      .argument('<file>', 'the file to create')
      .option('--chat', 'a chat, from the instance and with the token')
      .option('--format <format>', 'of a chat: markdown, jsonl, json or sillytavern', 'markdown')
  ).action((whose: string, file: string, options: Options) =>
    run(() => (options.chat ? exportChat(whose, file, options) : exportUser(whose, file)))
  )
  withExamples(
    command,
    ['npm run cli -- export ann@example.com ann.json', 'all data of the account; recorded in the audit log'],
    [
      'npm run cli -- export 0198c5a6-0000-7000-8000-000000000000 chat.md --chat',
      'a chat, with the token in FACET_TOKEN',
    ]
  )
}

const exportUser = (email: string, file: string): Promise<Outcome> =>
  withApp(async ({ container }) => {
    const pieces = await (await container.make(OperatorActs)).exportUser(email)
    if (!pieces) return refused(`There is no account with the e-mail ${email}.`, { code: 'unknown_user' })
    return save(Readable.from(pieces), file)
  })

const exportChat = async (id: string, file: string, { format, ...instance }: Options): Promise<Outcome> => {
  const missing = tokenMissing(instance)
  if (missing) return missing
  const path = `/api/chats/${encodeURIComponent(id)}/export?format=${encodeURIComponent(format)}`
  try {
    const { body } = await callInstance(instance, path)
    return await save(Readable.fromWeb(body as never), file)
  } catch (error) {
    return asOutcome(error)
  }
}

/** Never overwrites a file. */
const save = async (content: Readable, file: string): Promise<Outcome> => {
  try {
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return wrongUsage(`${file} exists. Name a new file.`, { code: 'file_exists' })
    if (code === 'ENOENT') return wrongUsage(`The folder of ${file} doesn’t exist.`, { code: 'no_folder' })
    throw error
  }
  return done(`Written to ${file}.`, { file })
}
