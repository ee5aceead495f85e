/** Converts Backyard's placeholders, which have single braces. Removes the `#` of `#{user}:`, which begins a speaker's line. */
export const backyardMacros = (text: string): string =>
  text
    .replaceAll(/^#(?=\{(?:user|character)\}:)/gim, '')
    .replaceAll(/(?<!\{)\{(user|character)\}(?!\})/gi, (_, name: string) =>
      name.toLowerCase() === 'user' ? '{{user}}' : '{{char}}'
    )
