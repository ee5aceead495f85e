/** Fills in {{char}} and {{user}}, in any case. Stored texts keep the macros. */
export const fillMacros = (text: string, names: { char: string; user: string }): string =>
  text.includes('{{')
    ? text.replace(/\{\{(char|user)\}\}/gi, (_, macro: string) =>
        macro.toLowerCase() === 'char' ? names.char : names.user
      )
    : text
