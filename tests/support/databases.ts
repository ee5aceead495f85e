import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A PostgreSQL server where tests may create databases. `npm test` provides a temporary one. */
const adminUrl = process.env.DATABASE_ADMIN_URL ?? process.env.DATABASE_URL ?? ''
process.env.DATABASE_ADMIN_URL = adminUrl
const made: string[] = []

/**
 * Servers and commands under test use this restricted role, so statements that need the owner's privileges fail here. Tests inspect databases as
 * the superuser.
 */
const role = { name: `facet_test_server_${randomBytes(4).toString('hex')}`, password: randomBytes(16).toString('hex') }
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

/** Creates an empty database, or a copy of one without connections. Returns its URL. */
export const createDatabase = async (template?: string): Promise<string> => {
  await (roleMade ??= asAdmin(`CREATE ROLE ${role.name} LOGIN PASSWORD '${role.password}'`))
  const name = `facet_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${nameOf(template)}` : ''}`)
  made.push(name)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Environment variables for a process under test: URLs for the server's role and the owner, as the launcher sets them. */
export const databaseEnv = (url: string): Record<string, string> => {
  // An unknown address, or already the server's role.
  if (!URL.canParse(url) || !made.includes(nameOf(url)) || new URL(url).username === role.name)
    return { DATABASE_URL: url }
  return { DATABASE_URL: asServer(url), DATABASE_OWNER_URL: url }
}

/** The URL of a test database for the server's role. */
export const asServer = (url: string): string => {
  const address = new URL(url)
  address.username = role.name
  address.password = role.password
  return address.href
}

export const dropDatabases = async () => {
  for (const name of made.splice(0)) await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => {})
  if (roleMade) await asAdmin(`DROP ROLE IF EXISTS ${role.name}`).catch(() => {})
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

/** A connection for inspecting a database. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new QueueingClient({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Opens a connection for each query, so that none stays open in between. */
export const asking =
  (url: string) =>
  async (sql: string, values: unknown[] = []): Promise<any[]> => {
    const db = await connect(url)
    try {
      return (await db.query(sql, values)).rows
    } finally {
      await db.end()
    }
  }
