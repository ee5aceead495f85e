import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database server that tests may make databases on. `npm test` brings a throw-away one. */
const adminUrl = process.env.DATABASE_ADMIN_URL ?? process.env.DATABASE_URL ?? ''
process.env.DATABASE_ADMIN_URL = adminUrl
const made: string[] = []

/**
 * The role that servers and commands under test work as, so that a statement which needs the owner's rights fails here. Tests look into
 * databases as the administrator.
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

/** An empty database, or a copy of one that nobody is connected to. Gives its address. */
export const createDatabase = async (template?: string): Promise<string> => {
  await (roleMade ??= asAdmin(`create role ${role.name} login password '${role.password}'`))
  const name = `facet_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name}${template ? ` template ${nameOf(template)}` : ''}`)
  made.push(name)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** What a process under test is told of a database: the server's role, and the owner's beside it, as the launcher does. */
export const databaseEnv = (url: string): Record<string, string> => {
  // Not one of ours: an address where nothing is, or of a server role already.
  if (!URL.canParse(url) || !made.includes(nameOf(url)) || new URL(url).username === role.name)
    return { DATABASE_URL: url }
  return { DATABASE_URL: asServer(url), DATABASE_OWNER_URL: url }
}

/** The address of one of our databases for the server's role. */
export const asServer = (url: string): string => {
  const address = new URL(url)
  address.username = role.name
  address.password = role.password
  return address.href
}

export const dropDatabases = async () => {
  for (const name of made.splice(0)) await asAdmin(`drop database if exists ${name} with (force)`).catch(() => {})
  if (roleMade) await asAdmin(`drop role if exists ${role.name}`).catch(() => {})
  roleMade = null
}

/** One connection for looking into a database beside the server that uses it. */
export const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Asks over a connection of its own each time, so that nothing keeps the database busy in between. */
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
