const names = /\{\{(char|user)\}\}/gi
const otherMacros = /(?<!\{)\{\{(?!(?:char|user)\}\}(?!\}))|\{{3}|<(?:bot|char|user)>/i

/** Whether a text has macros besides {{char}} and {{user}}, which `previewText` fills in. */
export const hasOtherMacros = (text: string): boolean => otherMacros.test(text)

/** Fills in the only macros that most texts have, with a hundredth of the code. */
export const fillNames = (text: string, { char, user }: { char: string; user: string }): string =>
  text.replace(names, (_, name: string) => (name.toLowerCase() === 'char' ? char : user))
