import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database server that tests may make databases on. `npm test` brings a throw-away one. */
const adminUrl = process.env.DATABASE_ADMIN_URL ?? process.env.DATABASE_URL ?? ''
process.env.DATABASE_ADMIN_URL = adminUrl
const made: string[] = []

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
  const name = `facet_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name}${template ? ` template ${nameOf(template)}` : ''}`)
  made.push(name)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

export const dropDatabases = async () => {
  for (const name of made.splice(0)) await asAdmin(`drop database if exists ${name} with (force)`).catch(() => {})
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
