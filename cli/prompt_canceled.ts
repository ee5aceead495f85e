/** Thrown when a prompt ends without an answer. `interrupted` is true for Ctrl-C and false for Ctrl-D. */
export class PromptCanceled extends Error {
  constructor(readonly interrupted: boolean) {
    super('Nothing was done.')
  }
}
