import type { CurrentUser } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import type { ReplyEnding } from '../../api.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { speakerFrame } from '../run/reply_frames.ts'
import { startReply } from '../run/start_reply.ts'
import { historyOf } from '../../prompts/history_columns.ts'
import { personaOf, setupOf } from '../../prompts/reply_setup.ts'
import { historyCharactersOf, type Tier } from '../../prompts/tier.ts'
import { beginGroupTurn } from './begin_group_turn.ts'
import { loadGroupContext, type GroupContext } from './group_context.ts'
import { charNameOf, historyFor, othersOf } from '../../prompts/group_prompt.ts'
import { endTalk, turnsLeftBefore, type Talk } from './group_talk.ts'
import { nextSpeaker, presentMembers, type PresentMember } from './next_speaker.ts'
import { InFlightStarts } from './in_flight_starts.ts'
import { rateLimitRefusal } from './rate_limits.ts'
import type { SendMessageOutcome, StartOptions } from './send_message.ts'
import { userMessageFrame } from './user_message_frame.ts'

export interface TurnInput {
  user: CurrentUser
  sessionId: string
  /** Null: the next character goes on without a message of the user. */
  content: string | null
  /** Null: the group's mode decides. */
  speakerId: string | null
  tier: Tier
  clientMessageId: string | null
  /** The user's time zone, for times in texts. */
  timeZone: string
  /** The talk that this turn belongs to. Null: the turn ends the talk of the group. */
  talk: Talk | null
}

export type TurnOutcome =
  | SendMessageOutcome
  /** The user must choose a character, because the group's mode doesn't. */
  | { kind: 'speaker_missing' }
  /** The named character isn't in the group or is no longer available, or the group has no available character. */
  | { kind: 'no_speaker' }
  | { kind: 'all_muted' }

/** The maximum attempts to begin the reply, if the session changes before each attempt. */
const attemptsMax = 5

/** Lets a character of a group chat speak: saves the user's message if there is one, holds the rubies and starts the reply. */
export class TakeTurn {
  readonly #context: ReplyContext
  readonly #limitsEnabled: boolean
  readonly #renewOverdueLease: () => Promise<void>
  readonly inFlight = new InFlightStarts()

  constructor(context: ReplyContext, options: StartOptions) {
    this.#context = context
    this.#limitsEnabled = options.limitsEnabled
    this.#renewOverdueLease = options.renewOverdueLease
  }

  async run(input: TurnInput): Promise<TurnOutcome> {
    return this.inFlight.track(async () => {
      await this.#renewOverdueLease()
      return this.#take(input)
    })
  }

  async #take(input: TurnInput): Promise<TurnOutcome> {
    // All attempts of a request make the same choice, even without a key.
    const seed = `${input.sessionId} ${input.clientMessageId ?? newId()}`
    for (let attempt = 1; ; attempt++) {
      if (this.inFlight.isClosed) return { kind: 'stopping' }
      const context = await loadGroupContext(this.#context.db.connection(), {
        ...input,
        historyCharacters: historyCharactersOf(input.tier),
        isLimited: this.#limitsEnabled,
      })
      const present = presentMembers(context)
      const refusal = refusalOf(input, context)
      if (refusal) {
        // A message of the user ends the talk.
        if (refusal.kind === 'busy' && input.content !== null && context.talk_id)
          await this.#endTalk(input, context.talk_id)
        return refusal
      }
      const speaker = nextSpeaker(input, context, present, seed)
      if (!speaker) {
        if (input.speakerId !== null || present.length === 0) return { kind: 'no_speaker' }
        return { kind: context.mode === 'manual' && !input.talk ? 'speaker_missing' : 'all_muted' }
      }
      const outcome = await this.#begin(input, context, speaker, present)
      if (outcome) return outcome
      if (attempt === attemptsMax) return { kind: 'busy' }
      await this.#context.timers.sleep(5 * attempt)
    }
  }

  /** Begins and starts the reply. Returns null if the session has changed since the context was read. */
  async #begin(
    input: TurnInput,
    context: GroupContext,
    speaker: PresentMember,
    present: readonly PresentMember[]
  ): Promise<TurnOutcome | null> {
    const { user, content, tier, clientMessageId, timeZone, talk } = input
    const { owner, timers, gates } = this.#context
    const [replyId, messageId] = [newId(), newId()]
    const chatSessionId = context.session_id!
    const known = context.user_message_id
    const message = content === null ? null : { id: known ?? newId(), content, isNew: known === null }
    const name = charNameOf(speaker.sheet)
    const begun = await beginGroupTurn(this.#context, {
      replyId,
      messageId,
      tier: tier.id,
      cost: tier.cost,
      owner,
      userId: user.id,
      chatSessionId,
      nextPosition: context.next_position,
      message,
      clientMessageId,
      knownReplyId: context.reply_id,
      speaker: { id: speaker.id, name },
      talk,
    })
    if (!begun.ok) return begun.failure === 'insufficient_rubies' ? { kind: 'insufficient_rubies' } : null
    await gates?.('begun', [chatSessionId])
    const createdAt = context.user_message_created_at ?? begun.value.saved_at ?? new Date(timers.now())
    const saved = message && { ...message, chatSessionId, userId: user.id, clientMessageId, createdAt }
    const setup = setupOf(context, { user, isSaved: !message?.isNew })
    const history = historyFor(speaker.id, historyOf(context))
    const live = startReply(this.#context, {
      identity: {
        id: replyId,
        chatSessionId,
        messageId,
        userId: user.id,
        characterId: speaker.id,
        kind: 'reply',
        userMessageFrame: (saved ? userMessageFrame(saved, messageId) : '') + speakerFrame(speaker.id, name, messageId),
      },
      sheet: speaker.sheet,
      others: othersOf(
        user.id,
        present.flatMap(({ id, sheet }) => (id === speaker.id ? [] : sheet))
      ),
      persona: personaOf(user, setup),
      pins: context.pins,
      chatBooks: context.lorebook_ids,
      alwaysOn: context.always_on,
      setup,
      history: message?.isNew
        ? [...history, { isUser: true, content: message.content, id: message.id, at: createdAt.getTime() }]
        : history,
      tier,
      timeZone,
      ...(talk && { onEnded: (state) => void this.inFlight.track(() => this.#goOn(input, talk, state)) }),
    })
    return { kind: 'started', live }
  }

  /** Begins the next turn of a talk, or ends the talk. Never rejects. */
  async #goOn(input: TurnInput, talk: Talk, state: ReplyEnding): Promise<void> {
    try {
      let isDenied = false
      if (state === 'written' && talk.turnsLeft > 0) {
        const next = { ...talk, turnsLeft: talk.turnsLeft - 1 }
        const { kind } = await this.run({ ...input, content: null, speakerId: null, clientMessageId: null, talk: next })
        if (kind === 'started') return
        isDenied = kind === 'insufficient_rubies'
      }
      await this.#endTalk(input, talk.id, isDenied)
    } catch (error) {
      // Without another turn, the talk soon counts as over.
      this.#context.logger.warn({ err: error, talkId: talk.id }, 'a talk could not go on')
    }
  }

  #endTalk({ user, sessionId }: TurnInput, talkId: string, isDenied = false) {
    return endTalk(this.#context, { userId: user.id, sessionId, talkId, isDenied })
  }
}

/** Returns the outcome of a request that may not begin a turn. Null: a turn may begin. */
const refusalOf = ({ content, sessionId, talk }: TurnInput, context: GroupContext): TurnOutcome | null => {
  if (!context.session_id) return { kind: 'no_such_chat' }
  const turnsLeft = talk && turnsLeftBefore(talk)
  // The talk was ended, or another turn has begun.
  if (turnsLeft !== null && (context.talk_id !== talk?.id || context.turns_left !== turnsLeft)) return { kind: 'busy' }
  if (context.members?.some(({ sight }) => sight === 'adult_gate')) return { kind: 'adult_gate' }
  const isOther =
    content === null
      ? context.user_message_id !== null || (context.key_kind !== null && context.key_kind !== 'reply')
      : context.key_kind !== null || (context.user_message_id !== null && context.user_message_content !== content)
  const keySession = context.user_message_session_id ?? context.reply_session_id
  if (isOther || (keySession !== null && keySession !== sessionId)) return { kind: 'other_content' }
  const isAnswered = context.reply_state === 'written' || context.reply_state === 'stopped'
  // After the answer was deleted, the same key requests a new one.
  if (context.reply_id && (context.reply_state === 'running' || (isAnswered && !context.reply_deleted)))
    return { kind: 'known', replyId: context.reply_id }
  if (context.user_message_id && context.user_message_deleted) return { kind: 'no_such_chat' }
  if (context.running_id) return { kind: 'busy' }
  return rateLimitRefusal(context)
}
