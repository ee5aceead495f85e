/** Backyard's placeholders have single braces. `#{user}:` begins a line of a speaker. */
export const backyardMacros = (text: string): string =>
  text
    .replaceAll(/^#(?=\{(?:user|character)\}:)/gim, '')
    .replaceAll(/(?<!\{)\{(user|character)\}(?!\})/gi, (_, name: string) =>
      name.toLowerCase() === 'user' ? '{{user}}' : '{{char}}'
    )
