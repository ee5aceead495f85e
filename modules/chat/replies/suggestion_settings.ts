/** From `config/models.ts`. */
export abstract class SuggestionSettings {
  /** `paid`: as a reply of the tier. `free`: within the allowance of free calls. */
  abstract readonly suggestions: 'paid' | 'free' | 'off'
}
