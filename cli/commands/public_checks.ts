import { Accounts, SignUps, SitePages, sitePageNames } from '#modules/accounts/index'
import { isNamedIn } from '#modules/chat/index'
import type { App } from '../boot.ts'
import type { Check } from '../check.ts'

/** The lines of docs/operate/before_you_open.md that a machine can check, in its order. Their names begin with `public`. `found`: the other checks. */
export const publicChecks = async ({ container, config }: App, found: readonly Check[]): Promise<Check[]> => {
  const address = config.get<string>('app.appUrl')
  const isFine = (name: string) => found.some((check) => check.name === name && check.ok && !check.warns)
  const [staff, { mode, configuredMode }] = await Promise.all([
    (await container.make(Accounts)).staff(),
    (await container.make(SignUps)).settings(),
  ])
  const pages = await container.make(SitePages)
  const newest = await Promise.all(sitePageNames.map((name) => pages.find(name, null)))
  const missing = sitePageNames.filter((_, index) => newest[index] === null)
  const examples = sitePageNames.filter((_, index) => newest[index]?.text.startsWith('> **This is an example'))
  const help = config.get<string | null>('help_lines.moderation')
  const privacy = newest[sitePageNames.indexOf('privacy')]?.text ?? ''
  const owners = staff.filter(({ role }) => role === 'owner')
  const reviewFirst = config.get<number>('moderation.reviewFirst')
  const judges = config.get<string | null>('moderation.judges')
  const tiers = config.get<{ isDemo: boolean }[]>('models.tiers')
  const payments = config.get<{ isTest?: boolean } | null>('payments.provider')
  const says = (name: string, ok: boolean, good: string, bad: string): Check => ({
    name: `public ${name}`,
    ok,
    says: ok ? good : bad,
  })
  return [
    says('address', isPublic(address), address, `${address}: set APP_URL to an address with https`),
    says('proxy', config.get<boolean>('app.trustsProxy'), 'is trusted', 'set TRUST_PROXY=true behind your proxy'),
    says('rate limits', config.get<boolean>('limits.enabled'), 'on', 'remove RATE_LIMITS=off'),
    says(
      'database role',
      isFine('database role'),
      "can't drop tables",
      'use two roles: see "Two roles" in docs/operate.md'
    ),
    says(
      'owner',
      owners.length > 0 && owners.every(({ hasSecondFactor }) => hasSecondFactor),
      'has two-step sign-in',
      owners.length === 0
        ? 'there is none: run set-admin --owner'
        : 'an owner has no two-step sign-in: turn it on in the settings'
    ),
    says(
      'models',
      tiers.every(({ isDemo }) => !isDemo),
      'are connected',
      'the built-in writer answers: connect a model'
    ),
    says(
      'mail',
      isFine('mail') && config.get('mail.says') === null,
      'is sent',
      'set SMTP_URL, or fix it: see "mail" above'
    ),
    says(
      'pages',
      missing.length === 0 && examples.length === 0,
      sitePageNames.join(', '),
      missing.length > 0
        ? `missing: ${missing.join(', ')}. Run pages import, and see "Your pages"`
        : `still examples: ${examples.join(', ')}. Write your own, and publish them under Admin, Pages`
    ),
    says(
      'crisis help',
      help === null || isNamedIn(privacy, help),
      help === null ? 'finds phrases on this server' : `asks ${help}, which the privacy page names`,
      `HELP_MODERATION is ${help}, which the privacy page doesn’t name: nothing is sent to it`
    ),
    {
      name: 'public sign-up',
      ok: true,
      says: `${mode ?? configuredMode}${(mode ?? configuredMode) === 'open' ? ': everyone can register' : ''}`,
    },
    says(
      'moderators',
      staff.length > 1,
      `${staff.length} people can decide about complaints`,
      'appeals need a second person: give someone the role of moderator'
    ),
    says(
      'review',
      reviewFirst > 0 || judges !== null,
      reviewFirst > 0 ? `the first ${reviewFirst} characters of each creator are held` : 'a provider judges',
      'set REVIEW_FIRST, such as 3, or a provider in MODERATION'
    ),
    says(
      'payments',
      payments === null || !payments.isTest,
      payments ? 'are live' : 'none are taken',
      'the keys are for tests, which move no money'
    ),
    says('metrics', config.get('metrics.token') !== null, 'can be read', 'set METRICS_TOKEN, and read alerts.yml'),
  ]
}

/** Whether people elsewhere can reach an address safely. */
const isPublic = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'https:' && hostname.includes('.') && !/^[\d.]+$|\.(?:local|test|example|localhost)$/.test(hostname)
  )
}
