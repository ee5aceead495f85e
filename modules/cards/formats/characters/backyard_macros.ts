/** Converts Backyard's placeholders, and removes the `#` of `#{user}:`, which begins a speaker's line. */
export const backyardMacros = (text: string): string =>
  doubledBraces(text.replaceAll(/^#(?=\{(?:user|character)\}:)/gim, ''))

/** Replaces `{user}` with `{{user}}`, and `{character}` with `{{char}}`. */
export const doubledBraces = (text: string): string =>
  text.replaceAll(/(?<!\{)\{(user|character)\}(?!\})/gi, (_, name: string) =>
    name.toLowerCase() === 'user' ? '{{user}}' : '{{char}}'
  )
