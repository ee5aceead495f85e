import type { TransportRequest } from '../../contract/transport.ts'
import type { ModerationUpstream } from '../../kits/moderation_kit.ts'

const textsOf = ({ body }: TransportRequest): string[] => JSON.parse(body!).texts

/** The responses of __name__. The kit uses them to simulate it. */
export const framing: ModerationUpstream = {
  asked: (request) => ({ texts: textsOf(request), pictures: [] }),
  answer: (request, categoriesOf) => JSON.stringify({ findings: textsOf(request).map(categoriesOf) }),
  errorBody: (message) => JSON.stringify({ error: message }),
  errorUnder200: (message) => JSON.stringify({ error: message }),
}
