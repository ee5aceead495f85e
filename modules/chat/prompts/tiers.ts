import type { Tier } from './tier.ts'

/** The tiers of this process, in order of cost. Replies keep the tier that they began with. */
export class Tiers {
  #byId: ReadonlyMap<string, Tier> = new Map()
  /** The id of the tier for requests that name none. */
  readonly defaultId: string

  constructor(tiers: readonly Tier[], defaultId: string) {
    this.replace(tiers)
    this.defaultId = defaultId
  }

  get byId(): ReadonlyMap<string, Tier> {
    return this.#byId
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()]
  }

  replace(tiers: readonly Tier[]) {
    this.#byId = new Map(tiers.map((tier) => [tier.id, tier]))
  }
}
