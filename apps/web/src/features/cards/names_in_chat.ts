import type { PickedFile } from './collect_files.ts'

const headBytes = 65_536

/**
 * Returns names that the character of a chat may have, the likeliest first. They come from the first lines, then from the folder
 * (SillyTavern has a folder for each character), then from the beginning of the file's name.
 */
export async function namesInChat({ file, folders }: PickedFile): Promise<string[]> {
  const lines = (await file.slice(0, headBytes).text()).split('\n').slice(0, 3)
  const [fromFile = ''] = file.name.replace(/\.\w+$/, '').split(/ - |_\d|@|\d{4}-/)
  const names = [...lines.map(nameIn), folders.at(-1), fromFile]
  const usable = names
    .flatMap((name) => (typeof name === 'string' ? name.trim() : []))
    .filter((name) => name.length > 0)
  return [...new Set(usable)].filter((name) => name.toLowerCase() !== 'unused')
}

function nameIn(line: string): unknown {
  try {
    const value = JSON.parse(line) as Record<string, unknown> | null
    return value?.character_name ?? (value?.is_user === false ? value.name : null)
  } catch {
    return null
  }
}
