import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import { Outbound } from '#modules/kernel/outbound/outbound'
import type { Transport } from '#plugins/contract/transport'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { ChainLink } from '#plugins/contract/fallback_chain'
import type { ModelProvider } from '#plugins/contract/model'
import { ControlRoomSettings, type RunningTier } from './settings.ts'
import { outboundTransport } from './outbound_transport.ts'
import { SealedKeys } from './sealed_keys.ts'
import { ModelConnectionRow } from './tables/model_connection_row.ts'
import { ModelTierRow } from './tables/model_tier_row.ts'

export type StoredConnection = Attributes<ModelConnectionRow>
export type StoredTier = Attributes<ModelTierRow>

/** All rows. There are at most some dozens. */
export interface StoredRoom {
  connections: readonly StoredConnection[]
  tiers: readonly StoredTier[]
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A change by an admin. `before` and `after` have no keys. */
export interface ControlRoomChange {
  actorId: string
  kind: 'connection_changed' | 'tier_changed' | 'control_room_imported'
  name: string
  before: Json
  after: Json
  /** The model that answers first for each tier from now on. */
  models: readonly { tier: string; model: string }[]
}

/** The meaning of some rows: the tiers as they answer, and why others don't. */
export interface BuiltRoom {
  tiers: RunningTier[]
  /** By id of a connection. */
  connectionProblems: Map<string, string>
  /** By tier. */
  tierProblems: Map<string, string>
}

/** The message is for admins. */
class Unusable extends Error {}

interface Kept<Value> {
  stamp: string
  value: Value
}

/**
 * The tiers of this process. A tier without a row is as configured. A tier whose row can't be used stays as it was. Each change is notified,
 * so that every process reads again. Replies keep the tier that they began with.
 */
@inject()
export class ControlRoom {
  /** The channel of PostgreSQL. */
  static readonly channel = 'facet_control_room'
  /** Runs in the transaction of a change. */
  readonly changed = new Hook<ControlRoomChange>()
  /** The transport to addresses that admins gave. */
  readonly transport: Transport
  readonly #listeners: ((tiers: readonly RunningTier[]) => void)[] = []
  readonly #providers = new Map<string, Kept<ModelProvider>>()
  readonly #configured: ReadonlyMap<string, ModelProvider>
  #tiers: ReadonlyMap<string, Kept<RunningTier>>
  #reads = 0
  #lastRead = 0

  constructor(
    private readonly db: Database,
    private readonly settings: ControlRoomSettings,
    private readonly keys: SealedKeys,
    private readonly logger: Logger,
    outbound: Outbound
  ) {
    this.transport = outboundTransport(outbound)
    this.#tiers = new Map(settings.tiers.map((value) => [value.id, { stamp: '', value }]))
    const links = settings.tiers.flatMap(({ provider }) => provider.links)
    this.#configured = new Map(links.map(({ name, provider }) => [name, provider]))
  }

  /** The names of the configuration's providers. */
  get configured(): string[] {
    return [...this.#configured.keys()]
  }

  /** The models that answer now, with the names of their providers. */
  get models(): { provider: string; model: string }[] {
    const links = [...this.#tiers.values()].flatMap(({ value }) => value.provider.links)
    return links.map(({ name: provider, model }) => ({ provider, model }))
  }

  /** Calls the listener with the tiers after each change. */
  onApplied(listener: (tiers: readonly RunningTier[]) => void) {
    this.#listeners.push(listener)
  }

  /** Reads the rows and puts them in force. */
  async read(): Promise<void> {
    if (!this.settings.isOpen) return
    const read = ++this.#reads
    const stored = await this.stored()
    // A slower, older read must not replace a newer one.
    if (read < this.#lastRead) return
    this.#lastRead = read
    const { tiers, tierProblems } = this.build(stored)
    for (const [tier, problem] of tierProblems)
      this.logger.warn({ tier, problem }, 'the settings of a tier are unusable')
    if (tiers.every((tier) => this.#tiers.get(tier.id)?.value === tier)) return
    this.#tiers = new Map(tiers.map((value) => [value.id, { stamp: this.#stamps.get(value)!, value }]))
    for (const listener of this.#listeners) listener(tiers)
  }

  async stored(client: QueryClientContract = this.db.connection()): Promise<StoredRoom> {
    const { rows } = await client.rawQuery<{ rows: [{ connections: StoredConnection[]; tiers: StoredTier[] }] }>(
      `SELECT
         (SELECT coalesce(json_agg(c ORDER BY c."createdAt", c.id), '[]')
          FROM (SELECT ${attributesOf(ModelConnectionRow)} FROM model_connections) AS c) AS connections,
         (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${attributesOf(ModelTierRow)} FROM model_tiers) AS t) AS tiers`
    )
    return rows[0]
  }

  /** Returns what the rows mean, without putting them in force. Never throws. */
  build({ connections, tiers: rows }: StoredRoom): BuiltRoom {
    const [connectionProblems, tierProblems] = [new Map<string, string>(), new Map<string, string>()]
    for (const connection of connections) {
      const problem = problemOf(() => this.open(connection))
      if (problem !== null) connectionProblems.set(connection.id, problem)
    }
    const tiers = this.settings.tiers.map((configured) => {
      const row = rows.find(({ tier }) => tier === configured.id)
      if (!row) return this.#keep(configured, '')
      try {
        return this.#running(configured, row, connections)
      } catch (error) {
        if (!(error instanceof Unusable)) throw error
        tierProblems.set(row.tier, error.message)
        return this.#tiers.get(configured.id)!.value
      }
    })
    return { tiers: tiers.toSorted((a, b) => a.cost - b.cost), connectionProblems, tierProblems }
  }

  /** Returns the provider of a connection. Throws for one that can't be used. The message is for admins. */
  open(connection: StoredConnection): ModelProvider {
    const { id, provider: name, baseUrl, sealedKey, options } = connection
    const stamp = JSON.stringify([name, baseUrl, sealedKey, options])
    const kept = this.#providers.get(id)
    // A provider remembers what it has learned about its models.
    if (kept?.stamp === stamp) return kept.value
    const apiKey = this.keyOf(connection)
    const { open } = this.settings.providers[name]!
    try {
      const value = open({ baseUrl, apiKey, options }, this.transport)
      this.#providers.set(id, { stamp, value })
      return value
    } catch {
      throw new Unusable('Its address or options are invalid.')
    }
  }

  /** Returns the key of a connection. Throws as `open` does. */
  keyOf(connection: StoredConnection): string | null {
    const { provider: name, sealedKey } = connection
    const provider = Object.hasOwn(this.settings.providers, name) ? this.settings.providers[name] : undefined
    if (!provider) throw new Unusable(`The server has no provider ${name}.`)
    const key = sealedKey === null ? null : this.keys.open(connection, sealedKey)
    if (sealedKey !== null && key === null) throw new Unusable('Its key can’t be decrypted. Enter it again.')
    if (key === null && provider.form.key === 'required') throw new Unusable('It needs a key.')
    return key
  }

  readonly #stamps = new WeakMap<RunningTier, string>()

  /** Returns the tier in force if it is the same. */
  #keep(tier: RunningTier, stamp: string): RunningTier {
    this.#stamps.set(tier, stamp)
    const current = this.#tiers.get(tier.id)
    return current?.stamp === stamp ? current.value : tier
  }

  #running(configured: RunningTier, row: StoredTier, connections: readonly StoredConnection[]): RunningTier {
    const links = row.links.flatMap((link): ChainLink[] => {
      if (link.connectionId === null) return [this.#configuredLink(link.provider, link.model)]
      const connection = connections.find(({ id }) => id === link.connectionId)
      if (!connection) throw new Unusable('A connection of it was deleted.')
      if (connection.isOff) return []
      const problem = problemOf(() => this.open(connection))
      if (problem !== null) throw new Unusable(`${connection.name}: ${problem}`)
      return [{ name: connection.provider, model: link.model, provider: this.open(connection) }]
    })
    if (links.length === 0) throw new Unusable('All its connections are switched off.')
    const { name, description, cost, contextTokens, outputTokens, sampling, stop, sees } = row
    for (const { name: provider } of links)
      if (contextTokens > (this.settings.contextTokensMax[provider] ?? Infinity))
        throw new Unusable(`${provider} has at most ${this.settings.contextTokensMax[provider]} tokens of context.`)
    const used = connections.filter(({ id }) => row.links.some(({ connectionId }) => connectionId === id))
    const stamp = JSON.stringify([row, used])
    const current = this.#tiers.get(row.tier)
    if (current?.stamp === stamp) return current.value
    const [first] = links
    const { reasoning, ...rest } = configured
    const tier: RunningTier = {
      ...rest,
      name,
      description,
      contextTokens,
      sampling,
      stop,
      cost: this.settings.hasRubies ? cost : 0,
      outputTokensMax: outputTokens,
      vision: sees,
      isDemo: first!.name === 'local',
      provider: this.settings.chainOf(links),
      model: first!.model,
      // Other models may refuse it.
      ...(reasoning && first!.model === configured.model && { reasoning }),
    }
    this.#stamps.set(tier, stamp)
    return tier
  }

  #configuredLink(name: string, model: string): ChainLink {
    const provider = this.#configured.get(name)
    if (!provider) throw new Unusable(`The configuration has no provider ${name}.`)
    const isKnown = this.settings.tiers.some((tier) =>
      tier.provider.links.some((link) => link.name === name && link.model === model)
    )
    if (this.settings.oneModel.includes(name) && !isKnown) throw new Unusable(`${name} has no model ${model}.`)
    return { name, model, provider }
  }
}

const problemOf = (open: () => unknown): string | null => {
  try {
    open()
    return null
  } catch (error) {
    if (error instanceof Unusable) return error.message
    throw error
  }
}
