import { userName } from '#modules/accounts/api'
import { planPrompt, type ModelTier } from '#modules/chat/api'
import { listModels } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { callQuery } from '#web/lib/api_client'
import type { Author } from './author.ts'
import type { CharacterValues } from './character_values.ts'

const fields = [
  'name',
  'description',
  'personality',
  'backstory',
  'scenario',
  'firstMessage',
  'descriptionIsTeaser',
] as const
type Texts = Pick<CharacterValues, (typeof fields)[number]>

const noTiers: readonly ModelTier[] = []

/** All models; empty while loading. */
export const useTiers = (): readonly ModelTier[] => useQuery(callQuery(listModels)).data ?? noTiers

/** Returns the texts that are in every prompt. They are deferred, so that counting tokens doesn't slow down typing. */
function usePromptTexts(): Texts {
  const { control } = useFormContext<CharacterValues>()
  const [name, description, personality, backstory, scenario, firstMessage, descriptionIsTeaser] = useWatch({
    control,
    name: fields,
  })
  return useDeferredValue(
    useMemo(
      () => ({ name, description, personality, backstory, scenario, firstMessage, descriptionIsTeaser }),
      [name, description, personality, backstory, scenario, firstMessage, descriptionIsTeaser]
    )
  )
}

/** Returns the number of tokens that the character takes in every prompt. */
export function usePromptTokens(author: Author): number {
  const calledName = userName(author)
  const texts = usePromptTexts()
  return useMemo(() => tokensOf(texts, calledName), [texts, calledName])
}

/** The character's token count and the texts that each model would shorten. */
export function ContextFit({ author }: { author: Author }) {
  const tiers = useTiers()
  const calledName = userName(author)
  const texts = usePromptTexts()
  const tokens = useMemo(() => tokensOf(texts, calledName), [texts, calledName])
  const fits = useMemo(
    () => tiers.map((tier) => ({ tier, shortened: shortenedAt(tier, texts, calledName) })),
    [tiers, texts, calledName]
  )
  if (tiers.length === 0) return null
  return (
    <div className="text-xs text-soft">
      <p className="tabular-nums">
        {`About ${tokens.toLocaleString('en')} tokens in every prompt.`}
        {fits.every(({ shortened }) => shortened.length === 0) && ' Fits every model.'}
      </p>
      {fits.some(({ shortened }) => shortened.length > 0) && (
        <ul aria-label="Fit by model" className="mt-1 grid gap-0.5">
          {fits.map(({ tier, shortened }) => (
            <li key={tier.tier}>
              {tier.name}:{' '}
              {shortened.length === 0 ? (
                'fits'
              ) : (
                <span className="text-warning-text">
                  {list.format(shortened)} {shortened.length === 1 ? 'is' : 'are'} shortened
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const list = new Intl.ListFormat('en')

const noLimit = 1e9

const planFor = (texts: Texts, user: string, contextTokens: number, outputTokensMax: number) =>
  planPrompt({
    sheet: { ...texts, teaser: texts.descriptionIsTeaser ? 'written' : null },
    persona: { name: user, description: '', personality: '', background: '' },
    pins: [],
    history: [
      { isUser: false, content: texts.firstMessage },
      { isUser: true, content: '' },
    ],
    awaitsMessage: true,
    contextTokens,
    outputTokensMax,
  })

const tokensOf = (texts: Texts, user: string): number => planFor(texts, user, noLimit, 0).tokens

const shortenedAt = ({ contextTokens, outputTokens }: ModelTier, texts: Texts, user: string): string[] => {
  const { cut, kept } = planFor(texts, user, contextTokens, outputTokens)
  return [...cut.map(({ text }) => text), ...(kept[0]!.cutTokens > 0 ? ['first message'] : [])]
}
