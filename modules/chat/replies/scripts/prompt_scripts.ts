import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import type { RegexScript } from '#modules/gallery/api'
import type { CharacterSheet } from '#modules/gallery/index'
import { BackgroundPool, BackgroundProcess, scriptBeside } from '#modules/kernel/background/background_process'
import { fillMacros } from '#modules/kernel/macros'
import { UserTurns } from '#modules/kernel/user_turns'
import { Timers } from '#plugins/contract/timers'
import { fillScript, scriptsFor } from '../../prompts/api.ts'
import { charNameOf, type PromptMessage, type ReplySetup } from '../../prompts/index.ts'
import type { ScriptAnswer, ScriptJob } from './script_job.ts'

/** The deadline of a job, including the start of the process, and of its time in the queue. */
const jobDeadlineMs = 10_000
const queueTimeoutMs = 10_000
const waitingMax = 64

const script = scriptBeside(import.meta.url, 'script_process')

export interface PromptScriptsInput<Message extends PromptMessage = PromptMessage> {
  userId: string
  sheet: CharacterSheet
  userName: string
  setup: Pick<ReplySetup, 'runsScripts'>
  history: readonly Message[]
  /** The last message is continued, so it stays as the model wrote it. */
  isContinued?: boolean
}

export interface ScriptedHistory<Message extends PromptMessage = PromptMessage> {
  history: readonly Message[]
  /** The names of scripts that were skipped. */
  failed: string[]
}

/** Runs the regex scripts of a character on the messages of a prompt, in a child process. Users take turns. */
@inject()
export class PromptScripts {
  readonly #turns = new UserTurns({ runningMax: 1, queueMax: waitingMax, queueTimeoutMs })
  readonly #processes = new BackgroundPool<ScriptJob, ScriptAnswer>(
    () => new BackgroundProcess(script, { timeoutMs: jobDeadlineMs, memoryMb: 128 })
  )

  constructor(
    private readonly db: Database,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  /** Whether a reply has any scripts. Most replies have none, and need no query. */
  has({ sheet, setup }: Pick<PromptScriptsInput, 'sheet' | 'setup'>): boolean {
    return sheet.hasScripts === true && setup.runsScripts
  }

  /** Changes the messages of a prompt. Never rejects: a prompt with the messages as written is better than none. */
  async apply<Message extends PromptMessage>(input: PromptScriptsInput<Message>): Promise<ScriptedHistory<Message>> {
    const { history, sheet, userId } = input
    try {
      const scripts = await this.#read(sheet)
      const job = jobOf(scripts, input)
      if (job.scripts.length === 0) return { history, failed: [] }
      const run = () => this.#processes.run(job, this.timers.timeout(jobDeadlineMs))
      const answer = (await this.#turns.use(userId, run))?.results[0]
      if (!answer) return { history, failed: job.scripts.map(({ script }) => script.name) }
      const changed = history.map((message, index): Message => {
        const content = answer.texts[index]!
        return content === message.content ? message : { ...message, content, stored: message.content }
      })
      return { history: changed, failed: answer.failed }
    } catch (error) {
      this.logger.warn({ err: error, characterId: sheet.id }, 'the scripts of a prompt could not run')
      return { history, failed: [] }
    }
  }

  close() {
    this.#processes.stop()
  }

  async #read({ id, version }: CharacterSheet): Promise<RegexScript[]> {
    const { rows } = await this.db.rawQuery<{ rows: { scripts: RegexScript[] | null }[] }>(
      'SELECT gallery_scripts(?::uuid, ?::int) AS scripts',
      [id, version]
    )
    return rows[0]?.scripts ?? []
  }
}

const jobOf = (
  scripts: readonly RegexScript[],
  { history, sheet, userName: user, isContinued = false }: PromptScriptsInput
): ScriptJob => {
  const char = charNameOf(sheet)
  const last = history.length - 1
  const chosen = history.map(({ isUser }, index) =>
    isContinued && index === last ? [] : scriptsFor(scripts, 'prompt', { isUser, depth: last - index })
  )
  const ordered = ['both', 'prompt'].flatMap((where) => scripts.filter((script) => script.where === where))
  return {
    texts: history.map(({ content }) => content),
    scripts: ordered.flatMap((script) => {
      const messages = chosen.flatMap((some, index) => (some.includes(script) ? index : []))
      // The other macros of a replacement are filled in with those of its message.
      const filled = fillScript(script, (text) => fillMacros(text, { char, user }, 'model'))
      return messages.length === 0 ? [] : [{ script: filled, messages }]
    }),
  }
}
