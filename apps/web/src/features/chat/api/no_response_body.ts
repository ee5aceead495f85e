/** A success with nothing to read where a stream should be. */
export class NoResponseBody extends Error {
  override readonly name = 'NoResponseBody'

  constructor() {
    super('No response body')
  }
}
