import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Timers } from '#plugins/contract/timers'
import { Database } from '@adonisjs/lucid/database'
import { groupedStatement } from '#modules/kernel/grouped_statement'
import type { AnswerPrompt } from '../api.ts'
import type { PromptViewLore } from '../../prompts/api.ts'
import type { ModelUsage, Sampling } from '#plugins/contract/model'
import {
  type FirstParts,
  keepText,
  type PackedPrompt,
  packPrompt,
  packText,
  type PromptPlan,
  recordPrompt,
  type WriteConversation,
} from '../../prompts/index.ts'
import type { WriterModel } from '../run/end_reply.ts'

/** The record of a reply's request, as JSON. */
export interface KeptPrompt extends PackedPrompt {
  /** The model that wrote. Prompts of earlier releases have no `id`. */
  model: AnswerPrompt['model']
  sampling: Sampling
  outputTokens: number
  usage: ModelUsage | null
  /** The hash of the JSON of the entries of lorebooks. Missing without entries. */
  lore?: string
  /** The names of regex scripts that were skipped. Missing without any. */
  failedScripts?: string[]
}

/** The request of a reply, as far as it is kept. */
export interface SentPrompt {
  plan: PromptPlan
  write: WriteConversation
  outputTokens: number
  sampling: Sampling
  lore: readonly PromptViewLore[]
  failedScripts: readonly string[]
}

interface KeptReply {
  userId: string
  replyId: string
  sessionId: string
  messageId: string
  answerId: string
  tier: string
}

const given = {
  user_id: 'uuid',
  reply_id: 'uuid',
  session_id: 'uuid',
  message_id: 'uuid',
  answer_id: 'uuid',
  packed: 'bytea',
  texts: 'jsonb',
}

/**
 * Commits without waiting for the disk, because a lost prompt does no harm. Keeps nothing for a chat or message that no longer exists. The
 * lock on a message makes its deletion wait for the prompts that refer to it, so that these are deleted too.
 * Inserts texts in the order of their keys, because two processes may insert the same texts at once.
 */
const keep = groupedStatement<{ flush: string }, keyof typeof given>({
  label: 'chat_keep_prompt',
  columns: given,
  text: `-- all users: the prompts of a group
   present AS MATERIALIZED (
     SELECT given.* FROM given
     CROSS JOIN LATERAL (
       SELECT id FROM chat_messages WHERE user_id = given.user_id AND id = given.message_id FOR KEY SHARE
     ) message
   ), texts AS (
     INSERT INTO prompt_texts (user_id, chat_session_id, hash, packed, message_id)
     SELECT DISTINCT ON (user_id, session_id, hash) user_id, session_id, decode(translate(hash, '-_', '+/'), 'base64') AS hash, decode(kept.packed, 'base64'),
       source.id
     FROM present CROSS JOIN LATERAL jsonb_to_recordset(texts) AS kept (hash text, packed text, message_id uuid)
     LEFT JOIN LATERAL (
       SELECT id FROM chat_messages WHERE user_id = present.user_id AND id = kept.message_id FOR KEY SHARE
     ) source ON true
     WHERE (kept.message_id IS NULL OR source.id IS NOT NULL) AND NOT EXISTS (
       SELECT FROM prompt_texts known
       WHERE known.user_id = present.user_id AND known.chat_session_id = session_id
         AND known.hash = decode(translate(kept.hash, '-_', '+/'), 'base64') AND used_on = current_date
     )
     ORDER BY user_id, session_id, hash
     ON CONFLICT (user_id, chat_session_id, hash) DO UPDATE SET used_on = current_date WHERE prompt_texts.used_on < current_date
   ), kept AS (
     INSERT INTO kept_prompts (user_id, reply_id, chat_session_id, message_id, answer_id, packed)
     SELECT user_id, reply_id, session_id, message_id, answer_id, packed FROM present
   )
   SELECT n, set_config('synchronous_commit', 'off', true) AS flush FROM present`,
})

const chatsMax = 1_000
const textsPerChatMax = 400
const intervalMs = 1_000
/** The maximum of prompts that wait. Further ones are dropped while the database is slow. */
export const waitingMax = 2_000

/** The texts of a chat that are stored, or about to be. */
interface KnownChat {
  /** By their hashes. The message that a text is deleted with. Null: the text stays with the chat. */
  messageIds: Map<string, string | null>
  firstParts: FirstParts | null
}

type Waiting = () => Promise<void>

/**
 * Keeps the prompts of answers after their replies have ended, together once a second. A prompt is packed when it is sent, so that its
 * texts don't stay in memory. Logs failures, because an answer without its prompt is better than none.
 */
@inject()
export class KeepPrompts {
  readonly #db: Database
  readonly #logger: Logger
  /** The contents of the database by chat, as of `#day`. */
  #known = new Map<string, KnownChat>()
  #day = ''
  #waiting: Waiting[] = []
  /** Since the last write. */
  #dropped = 0
  readonly #timers: Timers
  /** Null while no write is due. */
  #cancelWrite: (() => void) | null = null
  #writing: Promise<unknown> = Promise.resolve()

  constructor(db: Database, logger: Logger, timers: Timers) {
    this.#db = db
    this.#logger = logger
    this.#timers = timers
  }

  forReply(reply: KeptReply): ReplyPrompt {
    return new ReplyPrompt(reply, {
      known: () => this.#knownOf(reply.sessionId),
      write: (packed) => this.#enqueue(reply, packed),
    })
  }

  /** Writes the waiting prompts, after those that are being written. Resolves when they are written. */
  async flush() {
    this.#cancelWrite?.()
    this.#writing = this.#writing.then(() => this.#writeWaiting())
    await this.#writing
  }

  #writeWaiting() {
    this.#cancelWrite = null
    const writes = this.#waiting
    this.#waiting = []
    if (this.#dropped > 0)
      this.#logger.warn({ prompts: this.#dropped }, 'prompts of replies were not kept: too many waited')
    this.#dropped = 0
    return Promise.all(writes.map((write) => write()))
  }

  #enqueue(reply: KeptReply, packed: Promise<Packed>) {
    if (this.#waiting.length === waitingMax) {
      this.#dropped++
      return
    }
    this.#waiting.push(() => this.#write(reply, packed))
    this.#cancelWrite ??= this.#timers.after(intervalMs, () => void this.flush())
    // So that the next prompt of the chat needn't wait for the write, which logs the error.
    packed.then(
      (prompt) => this.#remember(reply.sessionId, prompt),
      () => {}
    )
  }

  #remember(sessionId: string, { texts, firstParts }: Packed) {
    const known = this.#knownOf(sessionId)
    known.firstParts ??= firstParts
    for (const [hash, { messageId }] of texts)
      // Two messages may have the same text. It goes with the first of them, so the other one's is always written again.
      if (!known.messageIds.has(hash) && known.messageIds.size < textsPerChatMax) known.messageIds.set(hash, messageId)
  }

  async #write({ userId, replyId, sessionId, messageId, answerId }: KeptReply, packed: Promise<Packed>) {
    try {
      const { kept, texts } = await packed
      const row = await keep(this.#db.connection(), {
        user_id: userId,
        reply_id: replyId,
        session_id: sessionId,
        message_id: messageId,
        answer_id: answerId,
        packed: kept,
        texts: JSON.stringify(
          [...texts].map(([hash, { packed, messageId }]) => ({ hash, packed, message_id: messageId }))
        ),
      })
      // Its message no longer exists, so its texts aren't stored.
      if (!row) this.#known.delete(sessionId)
    } catch (error) {
      this.#known.delete(sessionId)
      this.#logger.warn({ err: error, replyId }, 'the prompt of a reply could not be kept')
    }
  }

  /** Returns the texts that are known to be stored. Texts that weren't used for days are purged, so this is valid for a day. */
  #knownOf(sessionId: string): KnownChat {
    const day = new Date(this.#timers.now()).toISOString().slice(0, 10)
    if (day !== this.#day) this.#known = new Map()
    this.#day = day
    const known = this.#known.get(sessionId) ?? { messageIds: new Map(), firstParts: null }
    this.#known.delete(sessionId)
    this.#known.set(sessionId, known)
    if (this.#known.size > chatsMax) this.#known.delete(this.#known.keys().next().value!)
    return known
  }
}

interface Packed {
  /** A `KeptPrompt`. */
  kept: Buffer
  /** In base64, with the message that each is from. */
  texts: ReadonlyMap<string, { packed: string; messageId: string | null }>
  firstParts: FirstParts
}

type UnfinishedPrompt = Omit<Packed, 'kept'> & { kept: Omit<KeptPrompt, 'model' | 'usage'> }

interface ReplyPromptDeps {
  known: () => KnownChat
  write: (packed: Promise<Packed>) => void
}

/** The prompt of one reply. */
@inject()
export class ReplyPrompt {
  readonly #reply: KeptReply
  readonly #deps: ReplyPromptDeps
  #unpacked: SentPrompt | null = null
  #packed: Promise<UnfinishedPrompt> | null = null

  constructor(reply: KeptReply, deps: ReplyPromptDeps) {
    this.#reply = reply
    this.#deps = deps
  }

  /** Records the request of the reply that has begun. Packs the prompt later, so that the first text doesn't wait. */
  sent(prompt: SentPrompt) {
    this.#unpacked = prompt
    setImmediate(() => this.#begin())
  }

  #begin() {
    if (!this.#unpacked) return
    this.#packed = this.#pack(this.#unpacked)
    this.#unpacked = null
    // Its error is logged with the write.
    this.#packed.catch(() => {})
  }

  /** Packs the prompt in several turns, because a long prompt would hold the event loop. */
  async #pack({ plan, write, outputTokens, sampling, lore, failedScripts }: SentPrompt): Promise<UnfinishedPrompt> {
    const record = recordPrompt(plan, write)
    await yieldToEventLoop()
    const known = this.#deps.known()
    const { packed, texts, first: firstParts } = packPrompt(record, known.firstParts)
    const loreHash = lore.length > 0 ? keepText(texts, JSON.stringify(lore)) : undefined
    const packedTexts = new Map<string, { packed: string; messageId: string | null }>()
    for (const [hash, { text, messageId }] of texts)
      if (known.messageIds.get(hash) !== messageId)
        packedTexts.set(hash, { packed: (await packText(text)).toString('base64'), messageId })
    return {
      kept: {
        ...packed,
        sampling,
        outputTokens,
        ...(loreHash && { lore: loreHash }),
        ...(failedScripts.length > 0 && { failedScripts: [...failedScripts] }),
      },
      texts: packedTexts,
      firstParts,
    }
  }

  /** Writes the prompt. Call it when the answer is saved. `writer`: the model that wrote it. */
  keep(usage: ModelUsage | null, writer: WriterModel) {
    this.#begin()
    if (!this.#packed) return
    const packed = this.#packed.then(async ({ kept: unfinished, ...prompt }): Promise<Packed> => {
      const kept: KeptPrompt = { ...unfinished, model: { tier: this.#reply.tier, ...writer }, usage }
      return { ...prompt, kept: await packText(JSON.stringify(kept)) }
    })
    packed.catch(() => {})
    this.#deps.write(packed)
    this.#packed = null
  }
}
