import type { ConnectionForm } from '#plugins/contract/connection_form'
import type { ChainLink, FallbackChain } from '#plugins/contract/fallback_chain'
import type { ModelProvider, Reasoning, Sampling } from '#plugins/contract/model'
import type { Transport } from '#plugins/contract/transport'

/** A tier as it answers. Never changes: a change makes another one. */
export interface RunningTier {
  id: string
  name: string
  cost: number
  description: string
  isDemo: boolean
  vision?: boolean
  provider: FallbackChain
  model: string
  contextTokens: number
  outputTokensMax: number
  sampling: Sampling
  reasoning?: Reasoning
  stop: string[]
}

/** A server to connect to. */
export interface ConnectionSettings {
  baseUrl: string
  apiKey: string | null
  options: Record<string, string>
}

/** `config/control_room.ts`. */
export abstract class ControlRoomSettings {
  /** False locks the control room: the configuration is in force. */
  abstract readonly isOpen: boolean
  /** Without rubies, replies cost nothing. */
  abstract readonly hasRubies: boolean
  /** The tiers of the configuration. */
  abstract readonly tiers: readonly RunningTier[]
  abstract readonly chainOf: (links: readonly ChainLink[]) => FallbackChain
  /** The largest context of providers that have one. */
  abstract readonly contextTokensMax: Readonly<Record<string, number>>
  /** The providers of the configuration that only have the model that it names. */
  abstract readonly oneModel: readonly string[]
  /** The providers that can be connected. */
  abstract readonly providers: Readonly<
    Record<string, { form: ConnectionForm; open(settings: ConnectionSettings, transport: Transport): ModelProvider }>
  >
}
