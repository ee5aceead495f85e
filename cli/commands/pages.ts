import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sitePageMax, sitePageNames } from '#modules/accounts/index'
import { OperatorActs } from '#modules/admin/index'
import { isLonger, isStorable } from '#modules/kernel/text'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused } from '../outcome.ts'

const files = sitePageNames.map((name) => `${name}.md`).join(', ')

export const pages: DefineCommand = (program, run) => {
  const command = program
    .command('pages')
    .description('publish the terms, rules, privacy page and imprint from Markdown files')
    .argument('<import>', 'import')
    .argument('<folder>', `a folder with some of ${files}`)
    .action((action: string, folder: string) => run(() => importFolder(action, folder)))
  withExamples(command, [
    'npm run cli -- pages import my-pages',
    'each text that has changed becomes a new version; users are asked to agree to new terms and rules',
  ])
}

const importFolder = async (action: string, folder: string) => {
  if (action !== 'import') return refused('Pages can only be imported.', { code: 'unknown_action' })
  const read = await Promise.all(
    sitePageNames.map(async (name) => ({ name, text: await textOf(join(folder, `${name}.md`)) }))
  )
  const found = read.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]))
  if (found.length === 0)
    return refused(`There is no page in ${folder}: it needs some of ${files}.`, { code: 'no_files' })
  for (const { name, text } of found) {
    if (text === '' || !isStorable(text)) return refused(`${name}.md is not a text.`, { code: 'malformed' })
    if (isLonger(text, sitePageMax))
      return refused(`${name}.md has over ${sitePageMax} characters.`, { code: 'too_long' })
  }
  return withApp(async ({ container }) => {
    const names = await (await container.make(OperatorActs)).publishPages(found)
    return done(names.length === 0 ? 'Nothing has changed.' : `Published: ${names.join(', ')}.`, { published: names })
  })
}

/** Null without such a file. */
const textOf = async (path: string): Promise<string | null> => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
