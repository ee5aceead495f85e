import type { TransportRequest } from '../../contract/transport.ts'
import type { ModerationUpstream } from '../../kits/moderation_kit.ts'

type Part = string | { type: 'image_url'; image_url: { url: string } }

const partsOf = ({ body }: Pick<TransportRequest, 'body'>): Part[] => JSON.parse(body!).input
const contentOf = (part: Part): string => (typeof part === 'string' ? part : part.image_url.url)

/** A result as OpenAI sends it: every category with its judgment. */
export const result = (found: readonly string[]) => ({
  flagged: found.length > 0,
  categories: Object.fromEntries(
    ['sexual', 'sexual/minors', 'hate', 'violence', ...found].map((name) => [name, found.includes(name)])
  ),
  category_scores: { sexual: 0.01 },
})

export const answer = (...results: unknown[]): string =>
  JSON.stringify({ id: 'modr-1', model: 'omni-moderation-latest', results })

/** The responses of OpenAI and compatible servers. */
export const framing: ModerationUpstream = {
  asked: (request) => {
    const parts = partsOf(request)
    const isText = (part: Part) => typeof part === 'string'
    return {
      texts: parts.filter(isText).map(contentOf),
      pictures: parts.filter((part) => !isText(part)).map(contentOf),
    }
  },
  answer: (request, categoriesOf) => answer(...partsOf(request).map((part) => result(categoriesOf(contentOf(part))))),
  errorBody: (message) => JSON.stringify({ error: { message, type: 'kit', code: null } }),
  errorUnder200: (message) => JSON.stringify({ error: { message, type: 'server_error', code: null } }),
}
