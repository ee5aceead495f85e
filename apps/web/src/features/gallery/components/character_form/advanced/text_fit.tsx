import { estimateTokens, type ModelTier } from '#modules/chat/api'
import { isBlank } from '#modules/gallery/api'
import { createContext, useContext, useDeferredValue, useMemo } from 'react'
import { classNames } from '#web/lib/class_names'

/** The models, and the number of tokens that the character's usual texts take in every prompt. */
export const PromptRoomContext = createContext<{ tiers: readonly ModelTier[]; usedTokens: number }>({
  tiers: [],
  usedTokens: 0,
})

export const tokensText = (text: string): string =>
  text === '' ? '' : `About ${estimateTokens(text).toLocaleString('en')} tokens`

/** The token count of a text, and the models whose prompts have room for it in addition to the character's other texts. */
export function TextFit({ text }: { text: string }) {
  const { tiers, usedTokens } = useContext(PromptRoomContext)
  const latest = useDeferredValue(text)
  const tokens = useMemo(() => estimateTokens(latest), [latest])
  if (isBlank(latest)) return null
  const fitting = tiers.filter(({ contextTokens, outputTokens }) => usedTokens + tokens <= contextTokens - outputTokens)
  const isForAll = fitting.length === tiers.length
  return (
    <p className="text-xs text-soft tabular-nums">
      {`About ${tokens.toLocaleString('en')} tokens. `}
      {tiers.length > 0 && (
        <span className={classNames(!isForAll && 'text-warning-text')}>
          {isForAll
            ? 'Fits every model.'
            : fitting.length === 0
              ? 'Too long for every model.'
              : `Fits only ${list.format(fitting.map(({ name }) => name))}.`}
        </span>
      )}
    </p>
  )
}

const list = new Intl.ListFormat('en')
