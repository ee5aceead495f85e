/** Something that a provider does otherwise than configured, because of how a model or its server behaves. */
export interface Adaptation {
  model: string
  /** Names the kind of adaptation, such as `thinking_room`. */
  topic: string
  /** A sentence for the operator, without a final period. Contains no key, no prompt and no user text. */
  says: string
  /** Replies may suffer from it, and the operator can do something about it. */
  warns?: true
}

/** Where adaptations can be read. Providers never log, so their owner does. */
export interface AdaptationSource {
  /** Returns what was adapted for a model so far. */
  of(model: string): Adaptation[]
  /** Adds a listener, which is called once for each adaptation. */
  onNew(listener: (adaptation: Adaptation) => void): void
}

/** The adaptations of a provider, in memory. Each topic is told once a model, and again only in other words. */
export class Adaptations implements AdaptationSource {
  readonly #models = new Map<string, Map<string, Adaptation>>()
  readonly #listeners = new Set<(adaptation: Adaptation) => void>()
  /** Whether a model's text begins with reasoning that no mark opens. Undefined while it is unknown. */
  readonly isOpened = new Map<string, boolean>()

  note(model: string, topic: string, says: string, more: Pick<Adaptation, 'warns'> = {}): void {
    const known = this.#models.get(model) ?? new Map<string, Adaptation>()
    if (known.get(topic)?.says === says) return
    const adaptation = { model, topic, says, ...more }
    this.#models.set(model, known.set(topic, adaptation))
    for (const listener of this.#listeners) listener(adaptation)
  }

  of(model: string): Adaptation[] {
    return [...(this.#models.get(model)?.values() ?? [])]
  }

  onNew(listener: (adaptation: Adaptation) => void): void {
    this.#listeners.add(listener)
  }
}
