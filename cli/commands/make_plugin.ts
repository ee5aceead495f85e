import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ask, choose, refuseMissing } from '../ask.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused, wrongUsage, type Outcome } from '../outcome.ts'
import { pluginKinds, type PluginKind } from '../plugin_kinds.ts'

const kinds = pluginKinds.map((kind) => kind.name)
const here = join(import.meta.dirname, '../..')
/** The project's folder, also when this runs from `build/`. */
const projectRoot = basename(here) === 'build' ? dirname(here) : here

export const makePlugin: DefineCommand = (program, run) => {
  const command = program
    .command('make-plugin')
    .description('create the folder of a new provider that already passes its conformance kit')
    .argument('[kind]', kinds.join(', '))
    .argument('[name]', "the vendor's name: lower-case letters, digits and hyphens")
    .action((kind: string | undefined, name: string | undefined) => run(() => make(kind, name)))
  withExamples(command, ['npm run cli -- make-plugin model parrot', 'writes plugins/model-parrot'])
}

const make = async (givenKind: string | undefined, givenName: string | undefined): Promise<Outcome> => {
  const missing = refuseMissing({ [`the kind (${kinds.join(', ')})`]: givenKind, 'the name': givenName })
  if (missing) return missing
  const chosen = givenKind || (await choose('Kind:', kinds))
  const name = givenName || (await ask('Name of the vendor:'))
  const kind = pluginKinds.find((one) => one.name === chosen)
  if (!kind) return wrongUsage(`The kind must be one of ${kinds.join(', ')}, not '${chosen}'.`)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    return wrongUsage(
      `The name '${name}' is invalid: use up to 40 lower-case letters, digits and single hyphens, starting with a letter.`
    )
  const folder = join('plugins', `${kind.name}-${name}`)
  const target = join(projectRoot, folder)
  if (existsSync(target)) return refused(`${folder} already exists. Nothing was written.`, { folder })
  // The template is read from the sources, because builds omit test folders.
  const files = await write(join(projectRoot, kind.template), target, namesOf(name))
  return done([`${folder} is created and passes its kit:`, ...files, '', ...next(kind, name)].join('\n'), {
    folder,
    files,
  })
}

type Names = Record<'__name__' | '__snake__' | '__camel__' | '__Pascal__', string>

const namesOf = (name: string): Names => {
  const Pascal = name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())
  return {
    __name__: name,
    __snake__: name.replaceAll('-', '_'),
    __camel__: Pascal[0]!.toLowerCase() + Pascal.slice(1),
    __Pascal__: Pascal,
  }
}

const fill = (text: string, names: Names) =>
  Object.entries(names).reduce((filled, [placeholder, name]) => filled.replaceAll(placeholder, name), text)

/** Writes to a draft folder and renames it, so that `target` is always complete. Returns relative paths. */
const write = async (template: string, target: string, names: Names): Promise<string[]> => {
  const draft = `${target}.draft-${process.pid}`
  try {
    const files: string[] = []
    for (const path of readdirSync(template, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!path.endsWith('.tpl')) continue
      const file = fill(path.slice(0, -'.tpl'.length), names)
      mkdirSync(dirname(join(draft, file)), { recursive: true })
      const text = fill(readFileSync(join(template, path), 'utf8'), names)
      writeFileSync(join(draft, file), await formatted(text, join(target, file)))
      files.push(file)
    }
    renameSync(draft, target)
    return files
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Formats a file so that it passes `npm run check`. Line lengths depend on the plugin's name. */
const formatted = async (text: string, filepath: string) => {
  const prettier = await import('prettier')
  return prettier.format(text, { ...(await prettier.resolveConfig(filepath)), filepath })
}

const next = ({ name: kind, configure }: PluginKind, name: string): string[] => [
  'Next:',
  `1. Run its kit: npm test -- --only japa units --files='plugins/${kind}-${name}/tests/*'`,
  '2. Adapt it to the vendor: first tests/framing.ts, then src/. docs/plugins.md explains the steps.',
  `3. ${configure({ name, camel: namesOf(name).__camel__, property: name.includes('-') ? `'${name}'` : name })}`,
]
