/** The providers that judge texts and pictures before they are public. */
import { createHash } from 'node:crypto'
import type { ModerationSettings } from '#modules/gallery/index'
import type { ModerationProvider } from '#plugins/contract/moderation'
import { forbiddenWords } from './content_rules.ts'
import env, { refuse } from './env.ts'

/** Add a provider with one entry here. Its code is loaded for the first text. */
const choices: Record<string, () => Promise<ModerationProvider>> = {
  local: async () => (await import('#plugins/moderation-local/index')).localModeration({ forbiddenWords }),
  'openai-compatible': async () => {
    const { openAiCompatibleModeration } = await import('#plugins/moderation-openai-compatible/index')
    const [baseUrl, apiKey] = [env.get('MODERATION_BASE_URL')!, env.get('MODERATION_API_KEY') ?? null]
    return openAiCompatibleModeration({ baseUrl, apiKey, model: env.get('MODERATION_MODEL') || undefined })
  },
}

/** All of them judge, so any of them can hold a text. Example: `MODERATION=local, openai-compatible`. */
const chosen = (env.get('MODERATION') || 'local')
  .split(',')
  .map((name) => name.trim())
  .filter(Boolean)

refuse([
  ...chosen
    .filter((name) => !Object.hasOwn(choices, name))
    .map((name) => `There is no moderation provider '${name}': it is one of ${Object.keys(choices).join(', ')}`),
  ...(chosen.includes('openai-compatible') && !env.get('MODERATION_BASE_URL')
    ? ['The moderation provider openai-compatible needs MODERATION_BASE_URL']
    : []),
])

export default {
  judges: chosen.every((name) => name === 'local')
    ? null
    : createHash('sha256')
        .update(JSON.stringify([chosen.toSorted(), env.get('MODERATION_BASE_URL'), env.get('MODERATION_MODEL')]))
        .digest('base64url'),
  open: () => Promise.all([...new Set(chosen)].map((name) => choices[name]!())),
  /**
   * Held for a moderator, besides what sexualizes minors, which is always held. Other categories, such as `violence` and `harassment`, are
   * part of many stories.
   */
  heldCategories: {
    sexual: 'unless_adult',
    'violence/graphic': 'unless_adult',
    hate: 'always',
    'hate/threatening': 'always',
    'harassment/threatening': 'always',
    'self-harm/intent': 'always',
    'self-harm/instructions': 'always',
    'illicit/violent': 'always',
    minor_age: 'always',
    /** A provider found something and doesn't say what. */
    flagged: 'always',
  },
  reviewFirst: env.get('REVIEW_FIRST'),
} satisfies ModerationSettings
