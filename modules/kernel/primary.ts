import type { Timers } from '#plugins/contract/timers'
import { splitHosts } from './database_hosts.ts'
import type { DirectToPrimary, FollowingClient, FollowingClientConfig } from './database_clients.ts'
import { ServerLine } from './server_line.ts'

interface Host {
  host: string
  port: number
}

interface Place {
  database: string
  /** The timeline in hexadecimal, or null for a replica. */
  timeline: string | null
}

const placeSql = `
  SELECT format('%s %s', system_identifier, current_database()) AS database,
    CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END AS timeline
  FROM pg_control_system()`

const lookWithinMs = 1_000

/** How often processes look, and how long an answer is used for new connections. */
export const lookForPrimaryEveryMs = 1_000

/**
 * Finds the primary among several servers, and closes the connections to others. A promotion begins a new timeline. So when two servers accept
 * writes, the one on the later timeline is the primary, and the other one a former primary that came back.
 */
export class Primary {
  readonly #servers: { host: Host; line: ServerLine }[]
  readonly #clients = new Map<FollowingClient, Host>()
  #found: { host: Host; at: number } | null = null
  #looking: Promise<Host> | null = null

  constructor(
    addresses: readonly string[],
    private readonly timers: Timers
  ) {
    this.#servers = addresses.map((connectionString) => {
      const { hostname, port } = new URL(connectionString)
      const host = { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 5432) }
      return { host, line: new ServerLine({ connectionString, timers }) }
    })
  }

  readonly direct: DirectToPrimary = async (client) => {
    const isFresh = this.#found !== null && this.timers.monotonicMs() - this.#found.at < lookForPrimaryEveryMs
    const host = isFresh ? this.#found!.host : await this.look()
    Object.assign(client, host)
    this.#clients.set(client, host)
    client.once('end', () => this.#clients.delete(client))
  }

  /** Asks all servers. Throws if none is the primary. */
  look(): Promise<Host> {
    return (this.#looking ??= this.#ask().finally(() => (this.#looking = null)))
  }

  async #ask(): Promise<Host> {
    const at = this.timers.monotonicMs()
    const answers = await Promise.all(
      this.#servers.map(({ host, line }) =>
        line.ask<Place>(placeSql, lookWithinMs).then(
          (place) => ({ host, place, error: null }),
          (error: Error) => ({ host, place: null, error })
        )
      )
    )
    const places = answers.flatMap(({ host, place }) => (place ? [{ host, ...place }] : []))
    if (new Set(places.map(({ database }) => database)).size > 1) throw differentDatabases()
    const [primary] = places
      .filter(({ timeline }) => timeline !== null)
      .toSorted((one, other) => (one.timeline! < other.timeline! ? 1 : -1))
    if (!primary) throw noPrimary(answers.find(({ error }) => error)?.error ?? undefined)
    this.#found = { host: primary.host, at }
    for (const [client, host] of this.#clients) if (host !== primary.host) client.destroy(replaced())
    return primary.host
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map(({ line }) => line.close()))
  }
}

// `isOutage` recognizes both codes.
const noPrimary = (cause?: Error) =>
  Object.assign(new Error('No server of the database accepts writes.', { cause }), { code: '08001' })
const replaced = () => Object.assign(new Error('Another server became the primary.'), { code: '57P01' })

const differentDatabases = () =>
  Object.assign(new Error('The hosts of an address have different databases. Use a primary and its replicas.'), {
    code: 'E_INVALID_ENV_VARIABLES',
  })

/** The primaries of all addresses with several hosts. */
export class Primaries {
  readonly #byAddress = new Map<string, Primary>()

  constructor(private readonly timers: Timers) {}

  /** Returns how to connect to an address, which may have several hosts. */
  connectTo(address: string): FollowingClientConfig {
    const [connectionString = address, ...others] = splitHosts(address) ?? []
    if (others.length === 0) return { connectionString }
    const known = this.#byAddress.get(address)
    const primary = known ?? new Primary([connectionString, ...others], this.timers)
    this.#byAddress.set(address, primary)
    return { connectionString, directToPrimary: primary.direct }
  }

  get areFollowed(): boolean {
    return this.#byAddress.size > 0
  }

  /** Closes the connections to servers that another one has replaced. */
  async look(): Promise<void> {
    // While no server accepts writes, connections stay as they are.
    await Promise.allSettled([...this.#byAddress.values()].map((primary) => primary.look()))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byAddress.values()].map((primary) => primary.close()))
  }
}
