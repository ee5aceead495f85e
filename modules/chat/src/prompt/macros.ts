/** {{char}} and {{user}}, in the two spellings people write, filled in for a prompt. What is stored keeps them as written. */
export const fillMacros = (text: string, names: { char: string; user: string }): string =>
  text.includes('{{')
    ? text.replace(/\{\{(char|user)\}\}/gi, (_, macro: string) =>
        macro.toLowerCase() === 'char' ? names.char : names.user
      )
    : text
