import type { ModelPicture } from '#plugins/contract/model'
import type { PromptMessage, PromptPicture } from './prompt_input.ts'
import type { Tier } from './tier.ts'

/** A picture that the user has shown with a message. Width and height are in pixels. */
export interface ShownPicture {
  messageId: string
  /** The name of its files. */
  file: string
  width: number
  height: number
  alt: string
}

/** The largest share of a prompt's room for pictures. */
const picturesShare = 0.5
/** The side of the files that models get. */
const sideMax = 1_024
/** Anthropic counts a token per 750 pixels, and most others count less. */
const pixelsPerToken = 750

/** Estimates the tokens of a picture. */
export const pictureTokens = ({ width, height }: Pick<ShownPicture, 'width' | 'height'>): number => {
  const scale = Math.min(1, sideMax / Math.max(width, height))
  return Math.ceil((width * height * scale * scale) / pixelsPerToken)
}

/** Browsers of the last years lack `Map.groupBy`. */
const byMessageOf = <Picture extends ShownPicture>(shown: readonly Picture[]): ReadonlyMap<string, Picture[]> => {
  const byMessage = new Map<string, Picture[]>()
  for (const picture of shown) byMessage.set(picture.messageId, [...(byMessage.get(picture.messageId) ?? []), picture])
  return byMessage
}

/** Returns how many pictures a prompt for this tier may have. 0: the model doesn't see them. */
export const picturesMaxOf = ({ vision, provider, model }: Pick<Tier, 'vision' | 'provider' | 'model'>): number =>
  vision === true ? (provider.picturesMax?.(model) ?? 0) : 0

/**
 * Chooses the pictures that the model gets, from the newest message back. The newest one is chosen in any case, and all others as long as
 * they fit. The prompt has the descriptions of the rest.
 */
export const choosePictures = <Picture extends ShownPicture>(
  history: readonly PromptMessage[],
  shown: readonly Picture[],
  tier: Pick<Tier, 'vision' | 'provider' | 'model' | 'contextTokens' | 'outputTokensMax'>
): ReadonlySet<Picture> => {
  const picturesMax = picturesMaxOf(tier)
  let room = (tier.contextTokens - tier.outputTokensMax) * picturesShare
  const byMessage = byMessageOf(shown)
  const chosen = new Set<Picture>()
  for (const { id } of history.toReversed())
    for (const picture of byMessage.get(id ?? '') ?? []) {
      room -= pictureTokens(picture)
      if (chosen.size >= picturesMax || (room < 0 && chosen.size > 0)) return chosen
      chosen.add(picture)
    }
  return chosen
}

/** Adds the pictures to their messages. `files`: those of the chosen pictures. Without them, only the tokens count. */
export const withPictures = <Message extends PromptMessage, Picture extends ShownPicture>(
  history: readonly Message[],
  shown: readonly Picture[],
  chosen: ReadonlySet<Picture>,
  files: ReadonlyMap<Picture, ModelPicture> = new Map()
): Message[] => {
  const byMessage = byMessageOf(shown)
  return history.map((message) => {
    const pictures = byMessage.get(message.id ?? '')?.map((picture): PromptPicture => {
      const file = files.get(picture)
      const tokens = chosen.has(picture) ? pictureTokens(picture) : 0
      return { alt: picture.alt, tokens, ...(file && { file }) }
    })
    return pictures ? { ...message, pictures } : message
  })
}

/**
 * Returns the words for the pictures of a message that the model doesn't get. If it gets them all and the message has no text, also those
 * for its first picture: many upstreams refuse messages without a text.
 */
export const pictureWords = (pictures: readonly PromptPicture[], isWithoutText: boolean): string[] => {
  const words = ({ alt }: PromptPicture) => (alt === '' ? '[A picture]' : `[A picture: ${alt}]`)
  const unseen = pictures.filter(({ tokens }) => tokens === 0)
  return (unseen.length === 0 && isWithoutText ? pictures.slice(0, 1) : unseen).map(words)
}
