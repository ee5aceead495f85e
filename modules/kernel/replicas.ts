import type { HttpContext } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Timers } from '#plugins/contract/timers'
import { ServerLine } from './server_line.ts'
import { addressesOf } from './sql.ts'

/** The name of the connection to a replica of DATABASE_READ_URL, counted from 1. */
export const replicaConnection = (number: number) => `replica_${number}`

const firstLookWithinMs = 5_000

/** `config/replicas.ts`. */
export abstract class ReplicaSettings {
  /** A replica that is further behind isn't read. */
  abstract readonly lagMaxMs: number
  /** How often processes look. */
  abstract readonly lookEveryMs: number
  /** A replica that doesn't answer within this time isn't read. */
  abstract readonly lookWithinMs: number
}

const positionCookie = 'facet_written'

/** The state that a server reports. Positions in the write-ahead log are in bytes. */
interface Place {
  database: string
  isReplica: boolean
  position: string
}

const placeSql = `
  SELECT format('%s %s', system_identifier, current_database()) AS database, pg_is_in_recovery() AS "isReplica",
    pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END, '0/0')
      ::text AS position
  FROM pg_control_system()`

/** Everything that has been written, also by commits that didn't wait for the disk. */
const writtenSql = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS position`

/** The state of a replica. `lagMs` is infinite if it isn't known to be less than twice the limit. */
export interface ReplicaState {
  number: number
  isUsed: boolean
  lagMs: number
  problem: string | null
}

interface Replica {
  number: number
  client: QueryClientContract
  line: ServerLine
  /** Why the replica isn't read, apart from its lag. */
  problem: string | null
  replayed: bigint
  /** The replica has everything that was committed at this moment. */
  freshAt: number
  wasUsed: boolean
  /** Break off the reads that wait for the replica. */
  waiting: Set<(error: Error) => void>
}

/**
 * Reads that may be a few seconds old. They go to a replica that isn't too far behind and has everything that the same browser
 * wrote, otherwise to the primary. The lag is measured with the positions of the primary, as seen by this process: a replica that lost its
 * connection to the primary doesn't know that it is behind.
 */
export class Replicas {
  readonly #primary: QueryClientContract
  readonly #primaryLine: ServerLine | null
  readonly #replicas: Replica[]
  readonly #settings: ReplicaSettings
  readonly #timers: Timers
  readonly #logger: Pick<Logger, 'warn' | 'info'>
  /** The newest positions of the primary, oldest first. */
  #positions: { at: number; position: bigint }[] = []
  #turn = 0

  constructor(
    db: Database,
    settings: ReplicaSettings,
    { timers, logger }: { timers: Timers; logger: Pick<Logger, 'warn' | 'info'> }
  ) {
    this.#settings = settings
    this.#timers = timers
    this.#logger = logger
    this.#primary = db.connection()
    this.#replicas = []
    for (let number = 1; db.manager.has(replicaConnection(number)); number++) {
      const client = db.connection(replicaConnection(number))
      this.#replicas.push({
        number,
        client,
        line: new ServerLine(addressesOf(client).direct),
        problem: 'not asked yet',
        replayed: 0n,
        freshAt: -Infinity,
        wasUsed: false,
        waiting: new Set(),
      })
    }
    this.#primaryLine = this.#replicas.length > 0 ? new ServerLine(addressesOf(this.#primary).direct) : null
  }

  /** The clients of the replicas. */
  get clients(): QueryClientContract[] {
    return this.#replicas.map(({ client }) => client)
  }

  /** Runs a read, and repeats it with the primary if the replica fails. */
  async run<Value>(
    ctx: Pick<HttpContext, 'request'> | null,
    read: (client: QueryClientContract) => Promise<Value>
  ): Promise<Value> {
    const replica = this.#choose(ctx)
    if (!replica) return read(this.#primary)
    const { promise: lost, reject } = Promise.withResolvers<never>()
    replica.waiting.add(reject)
    try {
      return await Promise.race([read(replica.client), lost])
    } catch {
      // Also if the replica lacks the newest migration.
      return await read(this.#primary)
    } finally {
      replica.waiting.delete(reject)
    }
  }

  /** Lets the next reads of this browser see what it has just written. Call it before the response is sent. */
  async rememberWrite({ response }: Pick<HttpContext, 'response'>): Promise<void> {
    if (this.#replicas.length === 0) return
    const position = await this.#primary.rawQuery<{ rows: [{ position: string }] }>(writtenSql).then(
      ({ rows }) => rows[0].position,
      () => unknownPosition
    )
    // After twice the limit, each replica that is read has it.
    const maxAge = Math.ceil((2 * this.#settings.lagMaxMs) / 1_000)
    // Not signed: with a forged position, a browser misleads only itself.
    response.plainCookie(positionCookie, position, { encode: false, maxAge })
  }

  /** Looks at all replicas. Returns why some aren't read. Throws if an address names no replica of this database. */
  async check(): Promise<string[]> {
    await this.look(firstLookWithinMs)
    const problems = this.states().flatMap(({ number, problem }) => (problem ? [{ number, problem }] : []))
    // After a failover, the promoted server is still in the list.
    const isFollowed = addressesOf(this.#primary).direct.directToPrimary !== undefined
    const refused = problems.find(({ problem }) => problem === otherDatabase || (problem === noReplica && !isFollowed))
    if (refused)
      throw Object.assign(new Error(`${this.#nameOf(refused.number)} ${refused.problem}`), {
        code: 'E_INVALID_ENV_VARIABLES',
      })
    return problems.map(({ number, problem }) => `${this.#nameOf(number)} isn't read: it ${problem}`)
  }

  #nameOf(number: number) {
    return this.#replicas.length === 1 ? 'DATABASE_READ_URL' : `Server ${number} of DATABASE_READ_URL`
  }

  states(): ReplicaState[] {
    return this.#replicas.map((replica) => ({
      number: replica.number,
      isUsed: this.#isUsed(replica),
      lagMs: this.#timers.monotonicMs() - replica.freshAt,
      problem: replica.problem,
    }))
  }

  /** Asks the primary and then the replicas where they are. Never throws. */
  async look(withinMs = this.#settings.lookWithinMs): Promise<void> {
    const at = this.#timers.monotonicMs()
    const primary = await this.#primaryLine?.ask<Place>(placeSql, withinMs).catch(() => null)
    if (primary) this.#remember({ at, position: BigInt(primary.position) })
    await Promise.all(this.#replicas.map((replica) => this.#lookAt(replica, primary ?? null, withinMs)))
  }

  /** Keeps what is needed to tell whether a replica is behind the limit. */
  #remember(newest: { at: number; position: bigint }) {
    const oldest = newest.at - 2 * this.#settings.lagMaxMs
    this.#positions = [...this.#positions.filter(({ at }) => at >= oldest), newest]
  }

  async #lookAt(replica: Replica, primary: Place | null, withinMs: number) {
    const place = await replica.line.ask<Place>(placeSql, withinMs).catch((error: Error) => error)
    if (place instanceof Error) replica.problem = `doesn't answer: ${place.message}`
    else {
      replica.problem = !place.isReplica
        ? noReplica
        : primary && place.database !== primary.database
          ? otherDatabase
          : null
      replica.replayed = BigInt(place.position)
      replica.freshAt = this.#positions.findLast(({ position }) => position <= replica.replayed)?.at ?? -Infinity
    }
    const isUsed = this.#isUsed(replica)
    if (isUsed !== replica.wasUsed) this.#logChange(replica, isUsed)
    replica.wasUsed = isUsed
    if (!replica.problem) return
    for (const breakOff of replica.waiting) breakOff(new Error('The replica is lost.'))
  }

  #logChange({ number, problem }: Replica, isUsed: boolean) {
    if (isUsed) this.#logger.info({ replica: number }, 'the replica is read')
    else
      this.#logger.warn({ replica: number, problem: problem ?? 'is too far behind' }, 'the replica is no longer read')
  }

  #isUsed({ problem, freshAt }: Replica): boolean {
    return problem === null && this.#timers.monotonicMs() - freshAt <= this.#settings.lagMaxMs
  }

  /** Chooses among the replicas in turn. */
  #choose(ctx: Pick<HttpContext, 'request'> | null): Replica | null {
    if (this.#replicas.length === 0) return null
    const written = ctx ? readPosition(ctx.request.plainCookie(positionCookie, { encoded: false })) : 0n
    const usable = this.#replicas.filter((replica) => this.#isUsed(replica) && replica.replayed >= written)
    return usable[this.#turn++ % usable.length] ?? null
  }

  async close(): Promise<void> {
    await Promise.all([this.#primaryLine, ...this.#replicas.map(({ line }) => line)].map((line) => line?.close()))
  }
}

const noReplica = 'names a server that is not a replica. Use the address of a standby, or remove it.'
const otherDatabase = 'names a different database than DATABASE_URL. Use a replica of the same database.'

/** The largest position of PostgreSQL, which no replica reaches. */
const unknownPosition = String(2n ** 64n - 1n)

/** Returns 0 without a valid position. */
export const readPosition = (value: unknown): bigint =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n
