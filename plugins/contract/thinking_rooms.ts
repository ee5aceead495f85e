import { Adaptations } from './adaptations.ts'
import type { ModelProvider } from './model.ts'

/** The tokens that a model gets for its reasoning, one step after the other. Local servers may not have the memory for more at once. */
const steps = [4_096, 16_384]
/** Below this, room is of no use. */
const roomMin = 512

/** Returns the room to try next when a server refuses a request with this room. */
export const smallerRoom = (tokens: number): number => (tokens / 4 < roomMin ? 0 : Math.floor(tokens / 4))

interface Room {
  tokens: number
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

  /** Learns that the server refuses requests with more room than this. */
  limit(provider: ModelProvider, model: string, max: number): void {
    const room = this.#rooms.get(provider)?.get(model)
    if (!room) return
    room.max = max
    this.#set(provider, model, max)
  }

  #set(provider: ModelProvider, model: string, tokens: number): void {
    const models = this.#rooms.get(provider) ?? new Map<string, Room>()
    const room = models.get(model) ?? { tokens: 0, max: this.#tokensMax }
    room.tokens = Math.min(tokens, room.max)
    this.#rooms.set(provider, models.set(model, room))
    const says =
      room.tokens === 0
        ? 'it thinks before its answers, and there is no room for that: it may use up replies on thinking'
        : `it thinks before its answers, so replies have ${room.tokens} more tokens for that`
    this.adaptations.note(model, 'thinking_room', says, room.tokens === 0 ? { warns: true } : {})
  }
}
