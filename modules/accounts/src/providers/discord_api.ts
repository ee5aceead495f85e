import type { Timers } from '#plugins/contract/timers'

export interface DiscordApiSettings {
  base: string
  timeoutMs: number
}

/** Checks guild membership with a user's token (`GET /users/@me/guilds/{guild.id}/member`). */
export class DiscordApi {
  constructor(
    private readonly settings: DiscordApiSettings,
    private readonly timers: Timers
  ) {}

  /** Null when Discord gives no clear answer. */
  async isMember(guildId: string, token: string): Promise<boolean | null> {
    const { base, timeoutMs } = this.settings
    try {
      const response = await fetch(`${base}/api/users/@me/guilds/${encodeURIComponent(guildId)}/member`, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        signal: this.timers.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.ok) return true
      return response.status === 404 ? false : null
    } catch {
      return null
    }
  }
}
