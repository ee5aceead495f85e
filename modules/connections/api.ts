/** Wire types and limits of connections. Shared with the browser. */
import type { Sampling } from '#plugins/contract/model'

export const connectionLimits = {
  connectionsMax: 50,
  nameMax: 60,
  addressMax: 500,
  keyMax: 500,
  /** Shorter keys would be known by their last four characters. */
  keyMin: 8,
  descriptionMax: 200,
  linksMax: 8,
  modelMax: 200,
  /** The most that are listed of an endpoint. */
  modelsShown: 500,
  costMax: 10_000,
  contextMin: 1_024,
  contextMax: 2_000_000,
  outputMin: 16,
  outputMax: 64_000,
  stopMax: 8,
  stopLength: 40,
} as const

export type SamplingName = Exclude<keyof Sampling, 'seed'>

/** The permitted values of each parameter of sampling. */
export const samplingRanges: Record<SamplingName, { label: string; min: number; max: number }> = {
  temperature: { label: 'Temperature', min: 0, max: 2 },
  topP: { label: 'Top P', min: 0, max: 1 },
  minP: { label: 'Min P', min: 0, max: 1 },
  topK: { label: 'Top K', min: 0, max: 1_000 },
  repetitionPenalty: { label: 'Repetition penalty', min: 0.1, max: 2 },
  presencePenalty: { label: 'Presence penalty', min: -2, max: 2 },
  frequencyPenalty: { label: 'Frequency penalty', min: -2, max: 2 },
}

/** A provider that can be connected, with what its form asks for. */
export interface ConnectableProvider {
  name: string
  label: string
  /** The address that the form proposes. */
  baseUrl: string
  needsKey: boolean
  options: { name: string; label: string; choices: readonly string[] }[]
}

export interface ModelConnection {
  id: string
  name: string
  provider: string
  baseUrl: string
  /** The last four characters of the key. Null without a key. */
  keyEnd: string | null
  options: Record<string, string>
  isOff: boolean
  /** Why it can't be used, in one sentence. */
  problem: string | null
}

export interface ConnectionBody extends Pick<ModelConnection, 'name' | 'provider' | 'baseUrl' | 'options' | 'isOff'> {
  /** Without it, the key stays, unless the address or provider changes. Null removes it. */
  key?: string | null
}

/** A model of a connection, or of a provider of the configuration if `connectionId` is null. */
export interface TierLink {
  connectionId: string | null
  /** A provider of the configuration. Empty for a connection. */
  provider: string
  model: string
}

export interface TierBody {
  name: string
  /** Rubies per reply. */
  cost: number
  description: string
  /** Tried in this order until one produces text. */
  links: TierLink[]
  contextTokens: number
  outputTokens: number
  sampling: Partial<Record<SamplingName, number>>
  stop: string[]
  /** The model sees the pictures that users show. */
  sees: boolean
}

export interface ControlledTier extends TierBody {
  tier: string
  /** The configuration is in force. */
  isConfigured: boolean
  /** Why the stored settings aren't in force, in one sentence. */
  problem: string | null
}

export interface ControlRoomState {
  /** False if `CONTROL_ROOM=off`: only the configuration is in force. */
  isOpen: boolean
  providers: ConnectableProvider[]
  /** The providers of the configuration, which tiers can use. */
  configured: string[]
  connections: ModelConnection[]
  tiers: ControlledTier[]
}

/** The outcome of a test, in our own words. */
export interface ConnectionTest {
  ok: boolean
  says: string
  latencyMs: number
}

/** All settings without keys, as one file. */
export interface ControlRoomFile {
  version: 1
  connections: (Omit<ConnectionBody, 'key'> & { id: string })[]
  tiers: (TierBody & { tier: string })[]
}
