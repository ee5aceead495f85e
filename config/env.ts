/**
 * The only reader of the process's environment. Everything is optional but DATABASE_URL, which the launcher fills in
 * for the embedded database. A wrong value stops the start with one clear line each.
 */
import { basename, dirname, resolve } from 'node:path'
import { Env } from '@adonisjs/core/env'
import { readOrMakeKey } from './key_file.ts'

const here = dirname(import.meta.dirname)
/** The project's own folder, whether this runs from the sources or from `build/`. */
export const projectRoot = basename(here) === 'build' ? dirname(here) : here

const { schema } = Env

/** A whole number within bounds. */
const whole = (min: number, max: number, fallback: number) => (key: string, value?: string) => {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new Error(`${key} must be a whole number from ${min} to ${max}`)
  return number
}

const address = (protocols: string[]) => (key: string, value?: string) => {
  if (value === undefined || value === '') return undefined
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !protocols.includes(url.protocol))
    throw new Error(`${key} must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`)
  return value
}

/** An address whose traffic nobody else reads: https, or this machine itself. */
const privateAddress = (key: string, value?: string) => {
  const given = address(['https:', 'http:'])(key, value)
  if (given === undefined) return undefined
  const { protocol, hostname } = new URL(given)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error(`${key} must begin with https://; http:// is for this machine alone`)
  return given
}

const oneOf =
  <Choice extends string>(choices: readonly Choice[], fallback: Choice) =>
  (key: string, value?: string): Choice => {
    if (value === undefined || value === '') return fallback
    if (!choices.includes(value as Choice)) throw new Error(`${key} must be one of ${choices.join(', ')}`)
    return value as Choice
  }

/** What only a machine ever types: too long to be guessed, and fit for a header. */
const bearer = (key: string, value?: string) => {
  if (value === undefined || value === '') return undefined
  if (!/^[!-~]{16,}$/.test(value)) throw new Error(`${key} must have at least 16 letters, digits and signs, no spaces`)
  return value
}

/** What everything is encrypted and signed with. */
const secretKey = (key: string, value?: string) => {
  if (value !== undefined && value !== '' && value.length < 32)
    throw new Error(`${key} must have at least 32 characters`)
  return value === '' ? undefined : value
}

const text = schema.string.optional()

const env = await Env.create(new URL(`file://${projectRoot}/`), {
  NODE_ENV: oneOf(['development', 'production', 'test'], 'development'),
  HOST: text,
  PORT: whole(1, 65_535, 3333),
  APP_URL: address(['http:', 'https:']),
  APP_KEY: secretKey,
  APP_KEY_PREVIOUS: secretKey,
  DATA_DIR: text,
  DATABASE_URL: (key: string, value?: string) => {
    const url = address(['postgres:', 'postgresql:'])(key, value)
    if (!url)
      throw new Error(`${key} is missing: start with 'npm start', which brings a database, or name one of yours`)
    return url
  },
  DATABASE_OWNER_URL: address(['postgres:', 'postgresql:']),
  // More would only compete for the processors: with three instead of ten, a token's slowest hundredth arrived in 10 ms instead of 18.
  DATABASE_POOL: whole(2, 200, 8),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  TRUST_PROXY: schema.boolean.optional(),
  METRICS_TOKEN: bearer,
  RATE_LIMITS: oneOf(['on', 'off'], 'on'),
  REWARDS_PER_NETWORK: whole(0, 1_000_000_000, 500),
  SERVICE_WORKER: oneOf(['on', 'off'], 'on'),
  MODELS_PROVIDER: text,
  MODELS_FALLBACK: text,
  MODELS_BASE_URL: address(['http:', 'https:']),
  MODELS_API_KEY: text,
  ANTHROPIC_API_KEY: text,
  OLLAMA_BASE_URL: address(['http:', 'https:']),
  MODEL_BASIC: text,
  MODEL_STANDARD: text,
  MODEL_PREMIUM: text,
  MODEL_ULTRA: text,
  IMAGES_PROVIDER: text,
  IMAGES_BASE_URL: address(['http:', 'https:']),
  IMAGES_API_KEY: text,
  IMAGES_MODEL: text,
  IMAGES_TIMEOUT_MS: whole(100, 600_000, 120_000),
  REPLICATE_API_TOKEN: text,
  REPLY_LEASE_MS: whole(200, 600_000, 20_000),
  REPLY_TICK_MS: whole(20, 60_000, 1_000),
  REPLY_FIRST_TEXT_TIMEOUT_MS: whole(100, 600_000, 60_000),
  REPLY_NEXT_TEXT_TIMEOUT_MS: whole(100, 600_000, 30_000),
  DRAIN_MS: whole(0, 600_000, 8_000),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ENDPOINT: address(['http:', 'https:']),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  PICTURE_RECEIVE_TIMEOUT_MS: whole(100, 110_000, 100_000),
  PICTURE_READ_TIMEOUT_MS: whole(100, 600_000, 20_000),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_BASE: address(['http:', 'https:']),
  PAYMENTS_SANDBOX: schema.boolean.optional(),
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  DISCORD_GUILD_ID: text,
  DISCORD_API_BASE: privateAddress,
  OIDC_ISSUER: privateAddress,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
  ADMIN_SECOND_FACTOR: oneOf(['optional', 'required'], 'optional'),
  PURGE_AFTER_DAYS: whole(1, 3_650, 30),
  SESSION_DAYS_MAX: whole(1, 3_650, 90),
  SIGN_IN_TIMEOUT_MS: whole(100, 60_000, 8_000),
  FACET_LAUNCHER_FD: schema.number.optional(),
})

/** Variables that are no use without others. */
const needs = {
  STRIPE_SECRET_KEY: ['STRIPE_WEBHOOK_SECRET'],
  STRIPE_WEBHOOK_SECRET: ['STRIPE_SECRET_KEY'],
  DISCORD_CLIENT_ID: ['DISCORD_CLIENT_SECRET'],
  DISCORD_CLIENT_SECRET: ['DISCORD_CLIENT_ID'],
  DISCORD_GUILD_ID: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  OIDC_ISSUER: ['OIDC_CLIENT_ID'],
  OIDC_CLIENT_ID: ['OIDC_ISSUER'],
  OIDC_CLIENT_SECRET: ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  OIDC_NAME: ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  S3_REGION: ['S3_BUCKET'],
  S3_ENDPOINT: ['S3_BUCKET'],
  S3_ACCESS_KEY_ID: ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  S3_SECRET_ACCESS_KEY: ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
} as const
type Known = keyof typeof needs
const missing = (Object.keys(needs) as Known[])
  .filter((name) => env.get(name))
  .flatMap((name) =>
    needs[name].filter((other) => !env.get(other)).map((other) => `${other} is missing: ${name} needs it`)
  )
/** Stops the start with one clear line each. */
export const refuse = (lines: string[]): void => {
  const help = lines.join('\n')
  if (help) throw Object.assign(new Error(help), { code: 'E_INVALID_ENV_VARIABLES', help })
}
refuse(missing)
// What this process starts has no use for it.
delete process.env.DATABASE_OWNER_URL

export default env

/** Where everything that must outlive a build is kept. Absolute. */
export const dataDir = resolve(projectRoot, env.get('DATA_DIR') ?? '.data')

/** The address people type. */
export const appUrl = (env.get('APP_URL') ?? `http://localhost:${env.get('PORT')}`).replace(/\/$/, '')

/** APP_KEY, or one made at the first start and kept beside the data, readable by its owner alone. */
export const appKey = (): string => {
  const given = env.get('APP_KEY')
  if (given) return given
  const file = resolve(dataDir, 'app.key')
  const key = readKey(file)
  if (key.length < 32)
    refuse([
      `${file} is empty or damaged: put it back from a backup, or set APP_KEY. ` +
        'If nothing was encrypted with it yet, delete it, and the next start makes a new one.',
    ])
  return key
}

const readKey = (file: string): string => {
  try {
    return readOrMakeKey(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      refuse([`The disk is full, so ${file} can't be made: free some space, then try again.`])
    throw error
  }
}

/** APP_KEY, with which everything is written; then the one of before, with which some of it still has to be read. */
export const appKeys = (): string[] => {
  const previous = env.get('APP_KEY_PREVIOUS')
  return previous === undefined ? [appKey()] : [appKey(), previous]
}
