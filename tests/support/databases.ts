import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

/** A PostgreSQL server where tests may create databases. `npm test` provides a temporary one. */
const adminUrl = process.env.DATABASE_ADMIN_URL ?? process.env.DATABASE_URL ?? ''
process.env.DATABASE_ADMIN_URL = adminUrl
const made: string[] = []

/** Suites with the same TEST_DATABASES run on the same server, which they share with its role and its template. */
const isShared = Boolean(process.env.TEST_DATABASES)
const run = process.env.TEST_DATABASES || randomBytes(8).toString('hex')

/**
 * Servers and commands under test use this restricted role, so statements that need the owner's privileges fail here. Tests inspect
 * databases as the superuser.
 */
const role = { name: `facet_test_server_${run}`, password: createHash('sha256').update(run).digest('hex') }
let roleMade: Promise<void> | null = null

const asAdmin = async (sql: string) => {
  if (!adminUrl) throw new Error('Tests need DATABASE_URL: run them with npm test.')
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const urlOf = (name: string) => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Creates an empty database, or a copy of one without connections. Returns its URL. */
export const createDatabase = async (template?: string): Promise<string> => {
  await (roleMade ??= asAdmin(
    `DO $$ BEGIN CREATE ROLE ${role.name} LOGIN PASSWORD '${role.password}';
     EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$`
  ))
  const name = `facet_test_${randomBytes(6).toString('hex')}`
  // Copying the files takes less than half of the time of writing each page to the log.
  const copied = template ? ` TEMPLATE ${nameOf(template)} STRATEGY FILE_COPY` : ''
  await asAdmin(`CREATE DATABASE ${name}${copied}`)
  made.push(name)
  return urlOf(name)
}

/** Creates a database with `fill`, as a template for others. All suites that share a server create it only once. */
export const createTemplate = async (fill: (databaseUrl: string) => Promise<void>): Promise<string> => {
  const name = `facet_test_${run}_template`
  const client = await connect(adminUrl)
  try {
    // Another suite may be filling the template. The lock is released when the connection closes.
    await client.query('SELECT pg_advisory_lock(1)')
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) {
      const url = await createDatabase()
      await fill(url)
      // A template with the final name is complete.
      await client.query(`ALTER DATABASE ${nameOf(url)} RENAME TO ${name}`)
      if (!isShared) made.push(name)
    }
  } finally {
    await client.end()
  }
  return urlOf(name)
}

/** Returns environment variables for a process under test: URLs for the server's role and the owner, as the launcher sets them. */
export const databaseEnv = (url: string): Record<string, string> => {
  // The URL is not of a database that was created here, or already has the server's role.
  if (!URL.canParse(url) || !made.includes(nameOf(url)) || new URL(url).username === role.name)
    return { DATABASE_URL: url }
  return { DATABASE_URL: asServer(url), DATABASE_OWNER_URL: url }
}

/** Returns the URL of a test database for the server's role. */
export const asServer = (url: string): string => {
  const address = new URL(url)
  address.username = role.name
  address.password = role.password
  return address.href
}

export const dropDatabases = async () => {
  for (const name of made.splice(0)) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => {})
  // Other suites may still use a shared role.
  if (roleMade && !isShared) await asAdmin(`DROP ROLE IF EXISTS ${role.name}`).catch(() => {})
  roleMade = null
}

/** Runs concurrent queries one after the other. The queue of `pg.Client` is deprecated. */
class QueueingClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve()

  override query(...args: any[]): any {
    const run = super.query.bind(this) as (...args: unknown[]) => Promise<unknown>
    const answer = this.#last.then(() => run(...args))
    this.#last = answer.catch(() => {})
    return answer
  }
}

/** Opens a connection for inspecting a database. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new QueueingClient({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

const pools = new Map<string, pg.Pool>()

/** Queries over pooled connections. */
export const asking = (url: string) => {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, allowExitOnIdle: true })
  // Connections may be lost while they are idle.
  if (!pools.has(url))
    pools.set(
      url,
      pool.on('error', () => {})
    )
  return async (sql: string, values: unknown[] = []): Promise<any[]> => (await pool.query(sql, values)).rows
}
