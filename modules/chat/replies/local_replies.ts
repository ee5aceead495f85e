import { inject } from '@adonisjs/core'
import { Limiters } from '#modules/kernel/rate_limit'
import { AppSettings, Retention } from '#modules/kernel/settings'
import { BeginReply } from './begin/begin_reply.ts'
import { readChatContext } from './begin/chat_context_query.ts'
import { endTalk } from './begin/group_talk.ts'
import { regenerateSummary } from './begin/regenerate_summary.ts'
import type { ReplyRequest } from './begin/reply_request.ts'
import { stopReply } from './begin/stop_reply.ts'
import { AnswerVisitor } from './demo/answer_visitor.ts'
import { readAnswerDetails } from './kept/read_answer_details.ts'
import { readPrompt } from './kept/read_prompt.ts'
import { ReplyMaintenance } from './recover/reply_maintenance.ts'
import { Replies, type AnswerTarget, type ChatTarget, type ContextRequest } from './replies.ts'
import { joinReply } from './run/join_reply.ts'
import { readReply, readTokens } from './run/read_reply.ts'
import { ReplyContext } from './run/reply_context.ts'
import type { ReplyListener } from './run/reply_listener.ts'

/** Begins, runs and ends the replies of this process. */
@inject()
export class LocalReplies extends Replies {
  readonly #context: ReplyContext
  readonly #visitors: AnswerVisitor
  readonly #begin: BeginReply
  readonly #maintenance: ReplyMaintenance

  constructor(
    context: ReplyContext,
    visitors: AnswerVisitor,
    limiters: Limiters,
    { instance }: AppSettings,
    { deletedDays }: Retention
  ) {
    super()
    this.#context = context
    this.#visitors = visitors
    this.#maintenance = new ReplyMaintenance(context, instance, visitors.hub)
    const renewOverdueLease = () => this.#maintenance.renewOverdueLease()
    this.#begin = new BeginReply(context, { limitsEnabled: limiters.enabled, deletedDays, renewOverdueLease })
  }

  begin(request: ReplyRequest) {
    return this.#begin.run(request)
  }

  follow(userId: string, replyId: string, listener: ReplyListener) {
    return joinReply(this.#context, { userId, replyId }, listener)
  }

  async readEnd(userId: string, replyId: string) {
    const reply = await readReply(this.#context.db.connection(), userId, replyId)
    if (!reply) return null
    const { state, error_code: errorCode, message, draft } = reply
    return { state, errorCode, message, draft }
  }

  async readTokens(userId: string, messageId: string) {
    const [row] = await readTokens(this.#context.db.connection(), [userId, messageId])
    return row?.input === undefined || row.input === null || row.output === null
      ? null
      : { input: row.input, output: row.output }
  }

  async findRunning({ userId, characterId, sessionId }: ChatTarget) {
    const { rows } = await this.#context.db.rawQuery<{ rows: { id: string | null }[] }>(
      `SELECT r.id FROM chat_sessions s
       LEFT JOIN replies r ON r.user_id = s.user_id AND r.chat_session_id = s.id AND r.state = 'running'
       WHERE s.user_id = ? AND s.id = ? AND s.character_id IS NOT DISTINCT FROM ?::uuid AND s.deleted_at IS NULL`,
      [userId, sessionId, characterId] as never
    )
    const [row] = rows
    return row ? row.id : 'no_such_chat'
  }

  stop(target: ChatTarget) {
    return stopReply(this.#context, target)
  }

  endTalk(userId: string, sessionId: string) {
    return endTalk(this.#context, { userId, sessionId, talkId: null })
  }

  readContext(request: ContextRequest) {
    return readChatContext(this.#context, request)
  }

  regenerateSummary(request: ContextRequest) {
    return regenerateSummary(this.#context, request)
  }

  async readPrompt(answer: AnswerTarget & { replyId: string | null }) {
    const { db, prompts, timers } = this.#context
    // The prompts of other processes follow within a second.
    await prompts?.flush()
    return readPrompt(db, { ...answer, keepsPrompts: prompts !== null, timers })
  }

  readDetails(answer: AnswerTarget) {
    return readAnswerDetails(this.#context.db, answer)
  }

  get isLeaseOverdue() {
    return this.#maintenance.isLeaseOverdue
  }

  start() {
    return this.#maintenance.start()
  }

  /**
   * Stops new replies from starting, and lets the running ones finish until the deadline. Then ends the rest, keeps their text as broken
   * off, and releases the rubies. Event streams end first, so that browsers reconnect to another process.
   */
  async drain() {
    const { hub, events, prompts, timings, timers } = this.#context
    const visitors = this.#visitors
    const starts = [this.#begin.inFlight, visitors.inFlight]
    for (const inFlight of starts) inFlight.close()
    events.close()
    const running = () => [...hub.all(), ...visitors.hub.all()]
    const allFinished = async () => {
      // Waits for in-flight starts first, because they may still add a reply.
      await Promise.all(starts.map((inFlight) => inFlight.settled()))
      await Promise.all(running().map((live) => live.finished))
      // Waits until the last replies have also ended their talks.
      await this.#begin.inFlight.settled()
    }
    await timers.within(timings.drainMs, allFinished())
    const rest = running()
    for (const live of rest) live.end('server_stopping')
    await timers.within(lastSaveMs, Promise.all(rest.map((live) => live.finished)))
    await timers.within(lastSaveMs, Promise.resolve(prompts?.flush()))
  }

  /** Ends the periodic work. */
  close() {
    return this.#maintenance.stop()
  }
}

/** How long saving the ended replies may take, and then saving their prompts. */
const lastSaveMs = 2_000
