/** Returns a file's name without its folders and its extension. */
export const baseNameOf = (fileName: string): string =>
  fileName
    .replace(/^.*[/\\]/su, '')
    .replace(/\.\w{1,16}$/, '')
    .trim()
