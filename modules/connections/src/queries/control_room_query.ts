import { inject } from '@adonisjs/core'
import type { ControlRoomFile, ControlRoomState } from '../../api.ts'
import { ControlRoomSettings, type RunningTier } from '../settings.ts'
import { ControlRoom, type StoredTier } from '../control_room.ts'
import { withoutKey } from '../edits.ts'

/** Reads the control room for admins. */
@inject()
export class ControlRoomQuery {
  constructor(
    private readonly room: ControlRoom,
    private readonly settings: ControlRoomSettings
  ) {}

  async show(): Promise<ControlRoomState> {
    const { isOpen, tiers, providers } = this.settings
    const stored = isOpen ? await this.room.stored() : { connections: [], tiers: [] }
    const { connectionProblems, tierProblems } = this.room.build(stored)
    return {
      isOpen,
      providers: Object.entries(providers).map(([name, { form }]) => ({
        name,
        label: form.label,
        baseUrl: form.baseUrl,
        needsKey: form.key === 'required',
        options: form.options.map(({ name: option, label, choices }) => ({ name: option, label, choices })),
      })),
      configured: this.room.configured,
      connections: stored.connections.map((row) => ({
        ...withoutKey(row),
        keyEnd: row.keyEnd,
        problem: connectionProblems.get(row.id) ?? null,
      })),
      tiers: tiers.map((configured) => {
        const row = stored.tiers.find(({ tier }) => tier === configured.id)
        const problem = tierProblems.get(configured.id) ?? null
        return { ...(row ?? asConfigured(configured)), isConfigured: !row, problem }
      }),
    }
  }

  async file(): Promise<ControlRoomFile> {
    const { connections, tiers } = await this.room.stored()
    return { version: 1, connections: connections.map(withoutKey), tiers: [...tiers] }
  }
}

/** The configuration of a tier, as a row would have it. */
const asConfigured = (tier: RunningTier): StoredTier => ({
  tier: tier.id,
  name: tier.name,
  description: tier.description,
  cost: tier.cost,
  links: tier.provider.links.map(({ name, model }) => ({ connectionId: null, provider: name, model })),
  contextTokens: tier.contextTokens,
  outputTokens: tier.outputTokensMax,
  sampling: tier.sampling,
  stop: tier.stop,
  sees: tier.vision ?? false,
})
