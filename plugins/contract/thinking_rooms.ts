import { Adaptations } from './adaptations.ts'
import type { ProviderErrorCode } from './errors.ts'
import type { ModelProvider } from './model.ts'

/** The tokens that a model gets for its reasoning, one step after the other. Local servers may not have the memory for more at once. */
const steps = [4_096, 16_384]
/** Below this, room is of no use. */
const roomMin = 512

/** Returns the room for later requests when a server has refused this room. */
const smallerRoom = (tokens: number): number => (tokens / 4 < roomMin ? 0 : Math.floor(tokens / 4))

interface Room {
  tokens: number
  /** The largest room with which the server has begun a reply. */
  accepted: number
  /** The largest room that the server hasn't refused. */
  max: number
}

/**
 * How many tokens models need to reason before their answers, in memory. Vendors count reasoning towards the limit of a reply, so without
 * room for it a model that reasons gets no further than its thoughts. Only models that turn out to reason get any.
 */
export class ThinkingRooms {
  readonly #tokensMax: number
  readonly #rooms = new Map<ModelProvider, Map<string, Room>>()
  readonly adaptations = new Adaptations()

  /** `tokensMax` bounds the room of each reply. 0 turns it off. */
  constructor(tokensMax: number) {
    this.#tokensMax = tokensMax
  }

  of(provider: ModelProvider, model: string): number {
    return this.#rooms.get(provider)?.get(model)?.tokens ?? 0
  }

  /** Learns that the model reasons. */
  learn(provider: ModelProvider, model: string): void {
    if (this.of(provider, model) === 0) this.#set(provider, model, steps[0]!)
  }

  /** Gives more room after a reply that used all of it without any text. Returns false if there is no more. */
  grow(provider: ModelProvider, model: string): boolean {
    const tokens = this.of(provider, model)
    this.#set(provider, model, steps.find((step) => step > tokens) ?? this.#tokensMax)
    return this.of(provider, model) > tokens
  }

  /** Whether the room may be the reason for a refusal. If a reply has begun with it before, only the length of the prompt can be. */
  mayBeRefused(provider: ModelProvider, model: string, tokens: number, code: ProviderErrorCode): boolean {
    if (tokens === 0) return false
    if (code === 'context_too_long') return true
    return code === 'bad_request' && tokens > (this.#rooms.get(provider)?.get(model)?.accepted ?? 0)
  }

  /** Learns that the server has begun a reply with this room. */
  accept(provider: ModelProvider, model: string, tokens: number): void {
    const room = this.#rooms.get(provider)?.get(model)
    if (room && tokens > room.accepted) room.accepted = tokens
  }

  /** Learns that the server refused a request with this room, and began a reply to the same one without. */
  refuse(provider: ModelProvider, model: string, tokens: number): void {
    const room = this.#rooms.get(provider)?.get(model)
    if (!room) return
    room.max = smallerRoom(tokens)
    this.#set(provider, model, room.max)
  }

  #set(provider: ModelProvider, model: string, tokens: number): void {
    const models = this.#rooms.get(provider) ?? new Map<string, Room>()
    const room = models.get(model) ?? { tokens: 0, accepted: 0, max: this.#tokensMax }
    room.tokens = Math.min(tokens, room.max)
    this.#rooms.set(provider, models.set(model, room))
    const says =
      room.tokens === 0
        ? 'it thinks before its answers, and there is no room for that: it may use up replies on thinking'
        : `it thinks before its answers, so replies have ${room.tokens} more tokens for that`
    this.adaptations.note(model, 'thinking_room', says, room.tokens === 0 ? { warns: true } : {})
  }
}
