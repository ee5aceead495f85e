/** Nobody answered: `interrupted` by Ctrl-C, or the answers ended with Ctrl-D. */
export class Unanswered extends Error {
  constructor(readonly interrupted: boolean) {
    super('Nothing was done.')
  }
}
