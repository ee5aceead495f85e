/**
 * The only reader of environment variables. All are optional except DATABASE_URL, which the launcher sets for the embedded database.
 * Invalid values stop the start, with one line each.
 */
import { basename, dirname, resolve } from 'node:path'
import { Env } from '@adonisjs/core/env'
import { templateNames } from '#plugins/model-text-completion/index'
import { splitHosts } from '#modules/kernel/database_hosts'
import { readOrCreateKey } from './key_file.ts'

const here = dirname(import.meta.dirname)
/** The project's folder, also when this runs from `build/`. */
export const projectRoot = basename(here) === 'build' ? dirname(here) : here

const { schema } = Env

const wholeNumber = (min: number, max: number, fallback: number) => (key: string, value?: string) => {
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

/** Accepts several hosts, separated by commas. */
const databaseAddress = (key: string, value?: string) => {
  if (value === undefined || value === '') return undefined
  if (!splitHosts(value)) throw new Error(`${key} must be an address that begins with postgres:// or postgresql://`)
  return value
}

/** Accepts https, and http on this machine. */
const privateAddress = (key: string, value?: string) => {
  const given = address(['https:', 'http:'])(key, value)
  if (given === undefined) return undefined
  const { protocol, hostname } = new URL(given)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error(`${key} must begin with https:// (http:// only works for this machine)`)
  return given
}

const processesMax = 64
/** The launcher reads PROCESSES, too. A server that is started without the launcher is one process. */
const processes = (key: string, value?: string) => {
  if (value === undefined || value === '' || value === 'auto') return 'auto'
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > processesMax)
    throw new Error(`${key} must be auto or a whole number from 1 to ${processesMax}`)
  return number
}

const oneOf =
  <const Choice extends string>(choices: readonly Choice[], fallback: Choice) =>
  (key: string, value?: string): Choice => {
    if (value === undefined || value === '') return fallback
    if (!choices.includes(value as Choice)) throw new Error(`${key} must be one of ${choices.join(', ')}`)
    return value as Choice
  }

/** Accepts a token for a header. The minimum length makes guessing impractical. */
const bearer = (key: string, value?: string) => {
  if (value === undefined || value === '') return undefined
  if (!/^[!-~]{16,}$/.test(value))
    throw new Error(`${key} must have at least 16 letters, digits and signs, and no spaces`)
  return value
}

const secretKey = (key: string, value?: string) => {
  if (value !== undefined && value !== '' && value.length < 32)
    throw new Error(`${key} must have at least 32 characters`)
  return value === '' ? undefined : value
}

const text = schema.string.optional()

/** The number of processes that the launcher runs. */
const processCount = Number(process.env.FACET_PROCESS_COUNT ?? 1)

const env = await Env.create(new URL(`file://${projectRoot}/`), {
  NODE_ENV: oneOf(['development', 'production', 'test'], 'development'),
  HOST: text,
  PORT: wholeNumber(1, 65_535, 3333),
  PROCESSES: processes,
  APP_URL: address(['http:', 'https:']),
  APP_KEY: secretKey,
  APP_KEY_PREVIOUS: secretKey,
  DATA_DIR: text,
  DATABASE_URL: (key: string, value?: string) => {
    const url = databaseAddress(key, value)
    if (!url)
      throw new Error(`${key} is missing: run 'npm start', which includes a database, or set it to your own database`)
    return url
  },
  DATABASE_OWNER_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_STATEMENTS_URL: databaseAddress,
  DATABASE_READ_URL: databaseAddress,
  DATABASE_READ_LAG_MS: wholeNumber(1_000, 600_000, 5_000),
  // The database connections of all processes together. More connections only compete for the processors.
  DATABASE_POOL: wholeNumber(2, 200, Math.max(8, 4 * processCount)),
  NATS_URL: text,
  NATS_CREDENTIALS: text,
  NATS_CA: text,
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  TRUST_PROXY: schema.boolean.optional(),
  COUNTRY_HEADER: text,
  ADULT_BLOCKED_COUNTRIES: text,
  ADULT_UNKNOWN_COUNTRY: oneOf(['open', 'blocked'], 'open'),
  AGE_PROVIDER: oneOf(['none', 'sandbox'], 'none'),
  METRICS_TOKEN: bearer,
  ALERTS_WEBHOOK: address(['http:', 'https:']),
  SMTP_URL: address(['smtp:', 'smtps:']),
  MAIL_FROM: text,
  WELCOME_NEEDS_EMAIL: schema.boolean.optional(),
  CONTROL_ROOM: oneOf(['on', 'off'], 'on'),
  OUTBOUND_PRIVATE: text,
  OUTBOUND_PORTS: text,
  VAPID_PRIVATE_KEY: text,
  RATE_LIMITS: oneOf(['on', 'off'], 'on'),
  RUBIES: oneOf(['on', 'off'], 'on'),
  CREATOR_SHARE_PERCENT: wholeNumber(0, 50, 0),
  REWARDS_PER_NETWORK: wholeNumber(0, 1_000_000_000, 500),
  DEMO: oneOf(['auto', 'on', 'off'], 'auto'),
  DEMO_REPLIES_PER_NETWORK: wholeNumber(1, 1_000_000, 2),
  DEMO_REPLIES_PER_DAY: wholeNumber(1, 1_000_000, 200),
  SERVICE_WORKER: oneOf(['on', 'off'], 'on'),
  PUBLIC_PAGES: oneOf(['on', 'off'], 'on'),
  MCP_ORIGINS: text,
  MODELS_PROVIDER: text,
  MODELS_FALLBACK: text,
  MODELS_BASE_URL: address(['http:', 'https:']),
  MODELS_API_KEY: text,
  MODELS_TEMPLATE: oneOf(['auto', ...templateNames], 'auto'),
  MODELS_THINKING_TOKENS_MAX: wholeNumber(0, 131_072, 16_384),
  MODELS_VISION: text,
  ANTHROPIC_API_KEY: text,
  OLLAMA_BASE_URL: address(['http:', 'https:']),
  MODEL_BASIC: text,
  MODEL_STANDARD: text,
  MODEL_PREMIUM: text,
  MODEL_ULTRA: text,
  MODEL_BASIC_NAME: text,
  MODEL_STANDARD_NAME: text,
  MODEL_PREMIUM_NAME: text,
  MODEL_ULTRA_NAME: text,
  MODEL_SUMMARY: text,
  SUGGESTIONS: oneOf(['paid', 'free', 'off'], 'paid'),
  IMAGES_PROVIDER: text,
  IMAGES_BASE_URL: address(['http:', 'https:']),
  IMAGES_API_KEY: text,
  IMAGES_MODEL: text,
  IMAGES_WORKFLOW: text,
  IMAGES_TIMEOUT_MS: wholeNumber(100, 600_000, 120_000),
  REPLICATE_API_TOKEN: text,
  VOICE_PROVIDER: text,
  VOICE_BASE_URL: address(['http:', 'https:']),
  VOICE_API_KEY: text,
  VOICE_MODEL: text,
  VOICE_TRANSCRIPTION_MODEL: text,
  VOICE_STORAGE_MB: wholeNumber(1, 1_048_576, 1_024),
  MODERATION: text,
  MODERATION_BASE_URL: address(['http:', 'https:']),
  MODERATION_API_KEY: text,
  MODERATION_MODEL: text,
  REVIEW_FIRST: wholeNumber(0, 1_000, 0),
  REPLY_LEASE_MS: wholeNumber(200, 600_000, 20_000),
  REPLY_TICK_MS: wholeNumber(20, 60_000, 1_000),
  REPLY_FIRST_TEXT_TIMEOUT_MS: wholeNumber(100, 600_000, 60_000),
  REPLY_NEXT_TEXT_TIMEOUT_MS: wholeNumber(100, 600_000, 30_000),
  DRAIN_MS: wholeNumber(0, 600_000, 8_000),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ENDPOINT: address(['http:', 'https:']),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  CDN_PURGE_URL: privateAddress,
  CDN_PURGE_TOKEN: bearer,
  PICTURE_RECEIVE_TIMEOUT_MS: wholeNumber(100, 110_000, 100_000),
  PICTURE_READ_TIMEOUT_MS: wholeNumber(100, 600_000, 20_000),
  STORAGE_MB: wholeNumber(1, 1_048_576, 2_048),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_BASE: address(['http:', 'https:']),
  BTCPAY_URL: address(['http:', 'https:']),
  BTCPAY_STORE: text,
  BTCPAY_API_KEY: text,
  BTCPAY_WEBHOOK_SECRET: text,
  PAYMENTS_SANDBOX: schema.boolean.optional(),
  HELP_LINES_FILE: text,
  HELP_MODERATION: text,
  DISCORD_INVITE: address(['https:']),
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  DISCORD_GUILD_ID: text,
  DISCORD_API_BASE: privateAddress,
  OIDC_ISSUER: privateAddress,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
  SIGN_UP: oneOf(['open', 'invited', 'closed'], 'open'),
  CHALLENGE: oneOf(['auto', 'on', 'off'], 'auto'),
  ADMIN_SECOND_FACTOR: oneOf(['optional', 'required'], 'optional'),
  PURGE_AFTER_DAYS: wholeNumber(1, 3_650, 30),
  PROMPTS_KEPT_DAYS: wholeNumber(0, 3_650, 30),
  SESSION_DAYS_MAX: wholeNumber(1, 3_650, 90),
  SIGN_IN_TIMEOUT_MS: wholeNumber(100, 60_000, 8_000),
  TEST_CONTROL: oneOf(['on', 'off'], 'off'),
  FACET_LAUNCHER_FD: schema.number.optional(),
  FACET_HAS_BACKUP: oneOf(['on', 'off'], 'off'),
  FACET_LISTEN_FD: schema.number.optional(),
  FACET_PROCESS_NUMBER: wholeNumber(1, processesMax, 1),
  FACET_PROCESS_COUNT: wholeNumber(1, processesMax, 1),
})

/** Variables that require others. */
const needs = {
  STRIPE_SECRET_KEY: ['STRIPE_WEBHOOK_SECRET'],
  STRIPE_WEBHOOK_SECRET: ['STRIPE_SECRET_KEY'],
  BTCPAY_URL: ['BTCPAY_STORE', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'],
  BTCPAY_STORE: ['BTCPAY_URL'],
  BTCPAY_API_KEY: ['BTCPAY_URL'],
  BTCPAY_WEBHOOK_SECRET: ['BTCPAY_URL'],
  // Mail contains links to APP_URL.
  SMTP_URL: ['APP_URL'],
  DISCORD_CLIENT_ID: ['DISCORD_CLIENT_SECRET'],
  DISCORD_CLIENT_SECRET: ['DISCORD_CLIENT_ID'],
  DISCORD_GUILD_ID: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  OIDC_ISSUER: ['OIDC_CLIENT_ID'],
  OIDC_CLIENT_ID: ['OIDC_ISSUER'],
  OIDC_CLIENT_SECRET: ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  OIDC_NAME: ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  DATABASE_STATEMENTS_URL: ['DATABASE_DIRECT_URL'],
  ADULT_BLOCKED_COUNTRIES: ['COUNTRY_HEADER'],
  NATS_CREDENTIALS: ['NATS_URL'],
  NATS_CA: ['NATS_URL'],
  S3_REGION: ['S3_BUCKET'],
  S3_ENDPOINT: ['S3_BUCKET'],
  S3_ACCESS_KEY_ID: ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  S3_SECRET_ACCESS_KEY: ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  // The CDN knows pictures by their public addresses.
  CDN_PURGE_URL: ['APP_URL'],
  CDN_PURGE_TOKEN: ['CDN_PURGE_URL'],
} as const
type Dependent = keyof typeof needs
const missing = (Object.keys(needs) as Dependent[])
  .filter((name) => env.get(name))
  .flatMap((name) =>
    needs[name].filter((other) => !env.get(other)).map((other) => `${other} is missing: ${name} needs it`)
  )
/** Stops the start, with one line per problem. */
export const refuse = (lines: string[]): void => {
  const help = lines.join('\n')
  if (help) throw Object.assign(new Error(help), { code: 'E_INVALID_ENV_VARIABLES', help })
}
refuse(missing)
if (env.get('STRIPE_SECRET_KEY') && env.get('BTCPAY_URL'))
  refuse(['STRIPE_SECRET_KEY and BTCPAY_URL are both set: choose one payment provider'])
if (env.get('NODE_ENV') === 'production' && env.get('TEST_CONTROL') === 'on')
  refuse(['TEST_CONTROL is for tests only: remove it, because NODE_ENV is production'])
// Child processes must not inherit the owner's credentials.
delete process.env.DATABASE_OWNER_URL

export default env

/** The absolute path of the folder for all persistent data. */
export const dataDir = resolve(projectRoot, env.get('DATA_DIR') ?? '.data')

/** The public address of the server, without a trailing slash. */
export const appUrl = (env.get('APP_URL') ?? `http://localhost:${env.get('PORT')}`).replace(/\/$/, '')

/** Returns APP_KEY, or a key that the first start creates in the data folder. Only its owner can read that file. */
export const appKey = (): string => {
  const given = env.get('APP_KEY')
  if (given) return given
  const file = resolve(dataDir, 'app.key')
  const key = readKey(file)
  if (key.length < 32)
    refuse([
      `${file} is empty or damaged: restore it from a backup, or set APP_KEY. ` +
        'If nothing was encrypted with it yet, delete it, and the next start creates a new one.',
    ])
  return key
}

const readKey = (file: string): string => {
  try {
    return readOrCreateKey(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      refuse([`The disk is full, so ${file} can't be created: free some space, then try again.`])
    throw error
  }
}

/** Returns APP_KEY, which encrypts, followed by APP_KEY_PREVIOUS, which only decrypts. */
export const appKeys = (): string[] => {
  const previous = env.get('APP_KEY_PREVIOUS')
  return previous === undefined ? [appKey()] : [appKey(), previous]
}
