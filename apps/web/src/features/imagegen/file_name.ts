const promptCharacters = 30

/** A picture's file: the first 30 characters of its prompt, without what file systems can't have in a name. */
export function fileNameOf(prompt: string): string {
  const beginning = [...prompt.trim()].slice(0, promptCharacters).join('')
  const name = beginning
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/[\\/:*?"<>|%]+/g, '-')
    .replaceAll(/^[. -]+|[. -]+$/g, '')
  return `${name || 'picture'}.png`
}
