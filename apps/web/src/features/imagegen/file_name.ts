const promptCharacters = 30

/** The first 30 characters of the prompt, without characters that file systems forbid. */
export function fileNameOf(prompt: string): string {
  const beginning = [...prompt.trim()].slice(0, promptCharacters).join('')
  const name = beginning
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/[\\/:*?"<>|%]+/g, '-')
    .replaceAll(/^[. -]+|[. -]+$/g, '')
  return `${name || 'picture'}.png`
}
