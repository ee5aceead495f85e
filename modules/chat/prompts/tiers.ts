import type { Tier } from './tier.ts'

/** The tiers of this process, in order of cost. */
export class Tiers {
  readonly byId: ReadonlyMap<string, Tier>
  readonly ids: readonly string[]
  /** The id of the tier for requests that name none. */
  readonly defaultId: string

  constructor(tiers: readonly Tier[], defaultId: string) {
    this.byId = new Map(tiers.map((tier) => [tier.id, tier]))
    this.ids = [...this.byId.keys()]
    this.defaultId = defaultId
  }
}
