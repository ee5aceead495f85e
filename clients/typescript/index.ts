import { addressOf, methodOf, type Call, type CallInput } from '#modules/kernel/calls'
import { nextPage } from '#web/lib/next_page'
import { sendRequest, type Sent, type Server } from '#web/lib/send_request'

/* The client of the web app as a package. It has the calls of all modules, which name the types of their inputs and answers. */

export * as access from '#modules/access/calls'
export * as accounts from '#modules/accounts/calls'
export * as admin from '#modules/admin/calls'
export * as cards from '#modules/cards/calls'
export * as chat from '#modules/chat/calls'
export * as community from '#modules/community/calls'
export * as connections from '#modules/connections/calls'
export * as costs from '#modules/costs/calls'
export * as economy from '#modules/economy/calls'
export * as gallery from '#modules/gallery/calls'
export * as imagegen from '#modules/imagegen/calls'
export * as lore from '#modules/lore/calls'
export * as moderation from '#modules/moderation/calls'
export * as notices from '#modules/notices/calls'
export * as realtime from '#modules/realtime/calls'
export * as voice from '#modules/voice/calls'
export { ApiError, type FieldProblem } from '#web/lib/api_error'
export type { Call, CallInput, Sent, Server }

/** A server's API, for a program with a token. Failures throw `ApiError`. */
export class FacetClient {
  constructor(private readonly server: Server) {}

  /** Sends a call and resolves to its answer. */
  async send<Answer, Input extends CallInput>(call: Call<Answer, Input>, ...input: Sent<Input>): Promise<Answer> {
    return (await this.fetch(call, ...input)).json() as Promise<Answer>
  }

  /** Sends a call and resolves to the response, for files and event streams. */
  fetch<Input extends CallInput>(call: Call<any, Input>, ...[input]: Sent<Input>): Promise<Response> {
    const address = addressOf(call as Call<any, CallInput>, input)
    return sendRequest(address, { method: methodOf(call), ...input }, this.server)
  }

  /** Yields the items of a list, page after page. */
  async *list<Item, Input extends CallInput>(
    call: Call<Item[], Input>,
    ...[input]: Sent<Input>
  ): AsyncGenerator<Item, void> {
    let address: string | null = addressOf(call as Call<any, CallInput>, input)
    while (address !== null) {
      const response = await sendRequest(address, { ...input, method: 'GET' }, this.server)
      yield* (await response.json()) as Item[]
      address = nextPage(response.headers.get('Link'))
    }
  }
}
