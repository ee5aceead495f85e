/** A successful response without the expected stream. */
export class NoResponseBody extends Error {
  override readonly name = 'NoResponseBody'

  constructor() {
    super('No response body')
  }
}
